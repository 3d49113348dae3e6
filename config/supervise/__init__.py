"""Runs the whole site on one machine: `python -m config.supervise [--port N]`, which is what `./dev run`
starts.

`plan.py` says what is started and when again (pure), `child.py` keeps one process running, `broker.py` has
the server that carries tasks and live messages, `guard.py` ends what a killed supervisor leaves behind,
`checks.py` asks what has to hold before and meanwhile, `site.py` puts them in order.

Why our own: honcho (and foreman, whose idea it is) ends everything as soon as one process dies, where a site
has to start that one again; circus and supervisord bring a configuration language and a control socket of
their own, and neither ends its children when it is killed itself.
"""
