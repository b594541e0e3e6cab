from corefscore.cli import run

run()
