from corefscore.cli import main

main()
