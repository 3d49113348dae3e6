"""Behind HTTPS: people are led there, probes on the machine itself are answered where they ask."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from django.conf import settings as site
from django.test import Client


def test_pages_lead_to_https_and_probes_do_not(client: Client, db: Any, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/rules/").headers["Location"] == "https://testserver/rules/"
    assert client.get("/healthz").status_code == 200


def test_settings_for_production_have_nothing_to_complain_about(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "LASTCARD_VAR": str(tmp_path),
        "LASTCARD_HTTPS": "1",
        "EMAIL_URL": "smtp://mail.example.org:25",
        "DEBUG": "0",
    }
    words = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(words, cwd=site.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
