"""Signals as programs in the foreground of a terminal get them."""
import signal


def heed():
    """Ignore none of the signals that `nohup make check &` makes us ignore;
    what we start inherits that."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
