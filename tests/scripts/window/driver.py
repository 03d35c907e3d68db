"""A person at the window of rockfall_sandbox: moves the mouse, presses keys and looks, through the X server."""
import json
import os
import subprocess
import time

import drop
import screen

PATIENCE = 30  # s; a machine without a graphics card draws slowly


class WindowDriver:
    """Starts the window, 1000 x 700 at the upper left of the screen, and sits down in front of it."""

    def __init__(self, program, folder, *arguments):
        self.state_file = os.path.join(folder, "state.json")
        if os.path.exists(self.state_file):
            os.remove(self.state_file)
        self.window = subprocess.Popen([program, "--size", "1000x700", "--state-file", self.state_file, *arguments],
                                       env=dict(os.environ, XDG_CONFIG_HOME=folder))
        self.sees("the window opens", lambda s: s["picture"] > 1)
        self.screen = screen.Screen(folder)
        found = subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", "^rockfall$"], check=True,
                               stdout=subprocess.PIPE, text=True)
        self.number = int(found.stdout.split()[0])
        self.x("windowmove", self.number, 0, 0)
        self.x("windowfocus", "--sync", self.number)
        self.settle()

    def leave(self):
        self.x("key", "Escape")
        assert self.window.wait(timeout=PATIENCE) == 0, "the window does not close properly"

    # What the program says that it shows.

    def state(self):
        end = time.time() + PATIENCE
        while time.time() < end:
            try:
                with open(self.state_file) as file:
                    return json.load(file)
            except (OSError, ValueError):
                if self.window.poll() is not None:
                    raise SystemExit(f"the window closed by itself, code {self.window.returncode}")
                time.sleep(0.02)
        raise SystemExit("the window writes no state")

    def sees(self, what, holds, seconds=PATIENCE):
        """Waits until the state is as expected."""
        end = time.time() + seconds
        while True:
            now = self.state()
            if holds(now):
                print("ok:", what, flush=True)
                return now
            if time.time() > end:
                now.pop("places", None)
                self.keep_picture()
                raise SystemExit(f"failed: {what}; the window says {now}")
            time.sleep(0.03)

    def settle(self):
        """Waits until two more pictures were begun: whatever was done before is in the picture then."""
        first, end = self.state()["picture"], time.time() + PATIENCE
        while self.state()["picture"] < first + 2:
            if time.time() > end:
                raise SystemExit("the window makes no more pictures")
            time.sleep(0.005)

    # What is to be seen on the screen.

    def look(self, box):
        """What is to be seen once it stands still: the X server may lag a little behind the window."""
        self.settle()
        seen = self.screen.grab(*box)
        for _ in range(10):
            time.sleep(0.03)
            before, seen = seen, self.screen.grab(*box)
            if before.rows == seen.rows:
                break
        return seen

    def scene(self):
        """The part of the window between the panels."""
        places = self.state()["places"]
        return places["panel"][2] + 4, 90, places["plots"][0] - 4, places["timeline"][1] - 120

    def sees_change(self, what, box, before, least, most=1.0):
        """Waits until a share of the pixels between least and most differs from what they were."""
        end = time.time() + PATIENCE
        while True:
            share = self.look(box).differs(before)
            if least <= share <= most:
                print(f"ok: {what} ({100 * share:.1f} % of the pixels)", flush=True)
                return
            if time.time() > end:
                self.keep_picture()
                raise SystemExit(f"failed: {what}: {100 * share:.2f} % of the pixels of {box} differ")

    def keep_picture(self):
        """What the window showed when something went wrong, in the file of ROCKFALL_WINDOW_PICTURE."""
        if "ROCKFALL_WINDOW_PICTURE" in os.environ:
            self.screen.grab(0, 0, self.screen.width, self.screen.height).save(os.environ["ROCKFALL_WINDOW_PICTURE"])

    # Hands.

    def x(self, *command):
        subprocess.run(["xdotool", *map(str, command)], check=True)

    def place(self, name, share=0.5):
        """Where a widget is; a side panel that is too long is scrolled until the widget shows."""
        option = name.split(".")[0] in ("terrain", "ribbons", "camera") and "." in name
        if option:
            self.settle()  # a list that folds out takes its place in the second picture
        for _ in range(60):
            places = self.state()["places"]
            if name not in places:
                self.settle()
                continue
            left, top, right, bottom = places[name]
            x, y = left + share * (right - left), 0.5 * (top + bottom)
            side = next((places[p] for p in ("panel", "plots") if p in places and self.inside_column(x, places[p])), None)
            if side is None or option or name in ("timeline", "message"):
                return int(x), int(y)
            if side[1] + 22 < y < side[3] - 8:
                return int(x), int(y)
            away = side[1] + 60 - y if y < side[1] + 22 else y - side[3] + 60
            notches = max(1, int(away / 65))  # the wheel scrolls five lines
            self.x("mousemove", int(side[2] - 6), int(side[1] + 30), "click", "--repeat", notches, "--delay", 5,
                   4 if y < side[1] + 22 else 5)
            self.settle()
        self.keep_picture()
        raise SystemExit(f"{name} cannot be reached: {places.get(name)}")

    @staticmethod
    def inside_column(x, box):
        return box[0] <= x <= box[2]

    def move(self, place):
        self.x("mousemove", *map(int, place))
        self.settle()

    def press(self, place, button=1):
        self.move(place)
        self.x("mousedown", button)
        self.settle()

    def release(self, button=1):
        self.x("mouseup", button)
        self.settle()

    def click(self, place):
        self.press(place)
        self.release()
        for _ in range(2):
            self.settle()  # a section that folds in or out moves all below it, and a scrolled panel some pictures later

    def drag(self, place, to, button=1):
        self.press(place, button)
        self.move(to)
        self.release(button)

    def key(self, name):
        """Held down over two pictures: a text field asks only once a picture what is down."""
        self.x("keydown", name)
        self.settle()
        self.x("keyup", name)
        self.settle()

    def type(self, text):
        self.x("type", "--delay", 30, text)
        self.settle()

    def drop(self, *files):
        drop.drop(self.number, files, 500, 350)
        self.settle()
