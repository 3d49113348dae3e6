"""What all tests in a browser share: how Chromium is started, and how patient they are with it."""

from playwright.sync_api import expect

from tests.skips import PATIENCE

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# milliseconds, as Playwright counts
BROWSER_PATIENCE = PATIENCE * 1000
# Playwright's own five seconds would be a timed assertion on a slow machine
expect.set_options(timeout=BROWSER_PATIENCE)
