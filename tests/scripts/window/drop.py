"""Drops files on a window: the source side of the XDND protocol, through libX11."""
import ctypes
import os
import time
import urllib.parse

Long, Ulong, Int = ctypes.c_long, ctypes.c_ulong, ctypes.c_int
VERSION = 5


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", Int), ("serial", Ulong), ("send_event", Int), ("display", ctypes.c_void_p),
                ("window", Ulong), ("message_type", Ulong), ("format", Int), ("data", Long * 5)]


class SelectionRequest(ctypes.Structure):
    _fields_ = [("type", Int), ("serial", Ulong), ("send_event", Int), ("display", ctypes.c_void_p), ("owner", Ulong),
                ("requestor", Ulong), ("selection", Ulong), ("target", Ulong), ("property", Ulong), ("time", Ulong)]


class Selection(ctypes.Structure):
    _fields_ = [("type", Int), ("serial", Ulong), ("send_event", Int), ("display", ctypes.c_void_p),
                ("requestor", Ulong), ("selection", Ulong), ("target", Ulong), ("property", Ulong), ("time", Ulong)]


class Event(ctypes.Union):
    _fields_ = [("type", Int), ("client", ClientMessage), ("request", SelectionRequest), ("selection", Selection),
                ("room", Long * 24)]


CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY = 33, 30, 31


class Source:
    """A window that offers files to another one."""

    def __init__(self, target):
        self.x11 = x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XOpenDisplay.argtypes = [ctypes.c_char_p]
        self.display = display = ctypes.c_void_p(x11.XOpenDisplay(None))
        if not display:
            raise SystemExit("drop: no X server")
        for name, kind in (("XDefaultRootWindow", Ulong), ("XCreateSimpleWindow", Ulong), ("XInternAtom", Ulong)):
            getattr(x11, name).restype = kind
        root = x11.XDefaultRootWindow(display)
        self.window = x11.XCreateSimpleWindow(display, Ulong(root), 0, 0, 1, 1, 0, Ulong(0), Ulong(0))
        self.target = target

    def atom(self, name):
        return self.x11.XInternAtom(self.display, name.encode(), 0)

    def send(self, kind, *data):
        event = Event()
        event.client.type = CLIENT_MESSAGE
        event.client.window = self.target
        event.client.message_type = self.atom(kind)
        event.client.format = 32
        event.client.data[0] = self.window
        for k, value in enumerate(data):
            event.client.data[k + 1] = value
        self.x11.XSendEvent(self.display, Ulong(self.target), 0, Long(0), ctypes.byref(event))
        self.x11.XFlush(self.display)

    def answer(self, request, uris):
        """Sends the file list that the target window requested."""
        self.x11.XChangeProperty(self.display, Ulong(request.requestor), Ulong(request.property),
                                 Ulong(request.target), 8, 0, uris, len(uris))
        event = Event()
        event.selection.type = SELECTION_NOTIFY
        for name in ("requestor", "selection", "target", "property", "time"):
            setattr(event.selection, name, getattr(request, name))
        self.x11.XSendEvent(self.display, Ulong(request.requestor), 0, Long(0), ctypes.byref(event))
        self.x11.XFlush(self.display)

    def wait_for(self, kind, uris, seconds=30):
        """Answers requests until a message of this kind arrives; returns its data."""
        wanted, end = self.atom(kind), time.time() + seconds
        event = Event()
        while time.time() < end:
            while self.x11.XPending(self.display):
                self.x11.XNextEvent(self.display, ctypes.byref(event))
                if event.type == SELECTION_REQUEST:
                    self.answer(event.request, uris)
                if event.type == CLIENT_MESSAGE and event.client.message_type == wanted:
                    return list(event.client.data)
            time.sleep(0.01)
        raise SystemExit(f"drop: the window sends no {kind}")

    def close(self):
        self.x11.XDestroyWindow(self.display, Ulong(self.window))
        self.x11.XCloseDisplay(self.display)


def ask_to_close(window):
    """Sends the message of a window manager's close button."""
    source = Source(window)
    event = Event()
    event.client.type = CLIENT_MESSAGE
    event.client.window = window
    event.client.message_type = source.atom("WM_PROTOCOLS")
    event.client.format = 32
    event.client.data[0] = source.atom("WM_DELETE_WINDOW")
    source.x11.XSendEvent(source.display, Ulong(window), 0, Long(0), ctypes.byref(event))
    source.x11.XSync(source.display, 0)
    source.close()


def drop(window, files, x, y):
    """Drops the files on a window at a screen position; returns when the window has accepted them."""
    source = Source(window)
    uris = "".join("file://" + urllib.parse.quote(os.path.abspath(file)) + "\r\n" for file in files).encode()
    selection, copy = source.atom("XdndSelection"), source.atom("XdndActionCopy")
    source.x11.XSetSelectionOwner(source.display, Ulong(selection), Ulong(source.window), Ulong(0))
    source.send("XdndEnter", VERSION << 24, source.atom("text/uri-list"))
    source.send("XdndPosition", 0, int(x) << 16 | int(y), 0, copy)
    if not source.wait_for("XdndStatus", uris)[1] & 1:
        raise SystemExit("drop: the window does not accept files")
    source.send("XdndDrop", 0, 0)
    source.wait_for("XdndFinished", uris)
    source.close()
