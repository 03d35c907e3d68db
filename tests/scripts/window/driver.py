"""Drives the window of rockfall_sandbox: sends mouse and key events, reads its state file and its pixels."""
import json
import os
import subprocess
import time

import drop
import screen

TIMEOUT = 30  # s; software rendering is slow


class WindowDriver:
    """Starts the program with a window of 1000 x 700 pixels at the upper left of the screen."""

    def __init__(self, program, folder, *arguments):
        self.state_file = os.path.join(folder, "state.json")
        if os.path.exists(self.state_file):
            os.remove(self.state_file)
        self.process = subprocess.Popen([program, "--size", "1000x700", "--state-file", self.state_file, *arguments],
                                       env=dict(os.environ, XDG_CONFIG_HOME=folder))
        self.wait_for("the window opens", lambda s: s["picture"] > 1)
        self.screen = screen.Screen(folder)
        found = subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", "^rockfall$"], check=True,
                               stdout=subprocess.PIPE, text=True)
        self.window_id = int(found.stdout.split()[0])
        self.xdotool("windowmove", self.window_id, 0, 0)
        self.xdotool("windowfocus", "--sync", self.window_id)
        self.wait_two_frames()

    def close(self):
        self.key("Escape")
        self.wait_for("Esc asks before the window closes", lambda s: s["asking"])
        self.xdotool("key", "Return")
        assert self.process.wait(timeout=TIMEOUT) == 0, "the window does not close with exit code 0"

    # State of the program, read from its state file.

    def state(self):
        end = time.time() + TIMEOUT
        while time.time() < end:
            try:
                with open(self.state_file) as file:
                    return json.load(file)
            except (OSError, ValueError):
                if self.process.poll() is not None:
                    raise SystemExit(f"the program ended early with exit code {self.process.returncode}")
                time.sleep(0.02)
        raise SystemExit("the program writes no state file")

    def wait_for(self, what, holds, seconds=TIMEOUT):
        """Waits until holds(state) is true and returns that state; fails after `seconds`."""
        end = time.time() + seconds
        while True:
            now = self.state()
            if holds(now):
                print("ok:", what, flush=True)
                return now
            if time.time() > end:
                now.pop("places", None)
                self.save_failure_screenshot()
                raise SystemExit(f"failed: {what}; the state is {now}")
            time.sleep(0.03)

    def wait_two_frames(self):
        """Waits until two more frames have started, so that all earlier input is visible."""
        first, end = self.state()["picture"], time.time() + TIMEOUT
        while self.state()["picture"] < first + 2:
            if time.time() > end:
                raise SystemExit("the window draws no more frames")
            time.sleep(0.005)

    # Pixels of the screen.

    def capture(self, box):
        """Pixels of a rectangle once they no longer change: the X server may lag behind the window."""
        self.wait_two_frames()
        seen = self.screen.grab(*box)
        for _ in range(10):
            time.sleep(0.03)
            before, seen = seen, self.screen.grab(*box)
            if before.rows == seen.rows:
                break
        return seen

    def scene_box(self):
        """The part of the window between the panels."""
        places = self.state()["places"]
        return places["panel"][2] + 4, 90, places["plots"][0] - 4, places["timeline"][1] - 120

    def wait_for_change(self, what, box, before, least, most=1.0):
        """Waits until the fraction of pixels that differ from `before` is between least and most."""
        end = time.time() + TIMEOUT
        while True:
            fraction = self.capture(box).differs(before)
            if least <= fraction <= most:
                print(f"ok: {what} ({100 * fraction:.1f} % of the pixels)", flush=True)
                return
            if time.time() > end:
                self.save_failure_screenshot()
                raise SystemExit(f"failed: {what}: {100 * fraction:.2f} % of the pixels of {box} differ")

    def save_failure_screenshot(self):
        """Saves the screen to the file named by ROCKFALL_WINDOW_SCREENSHOT, if it is set."""
        if "ROCKFALL_WINDOW_SCREENSHOT" in os.environ:
            self.screen.grab(0, 0, self.screen.width, self.screen.height).save(os.environ["ROCKFALL_WINDOW_SCREENSHOT"])

    # Mouse and keyboard input.

    def xdotool(self, *command):
        subprocess.run(["xdotool", *map(str, command)], check=True)

    def locate_at_rest(self, name):
        """As locate, after the panel has stopped moving."""
        place = self.locate(name)
        for _ in range(20):
            self.wait_two_frames()
            before, place = place, self.locate(name)
            if place == before:
                break
        return place

    def locate(self, name, fraction=0.5):
        """Position of a widget; scrolls its side panel until the widget is visible."""
        option = name.split(".")[0] in ("terrain", "ribbons", "camera") and "." in name
        if option:
            self.wait_two_frames()  # a drop-down list has its final position in the second frame
        for _ in range(60):
            places = self.state()["places"]
            if name not in places:
                self.wait_two_frames()
                continue
            left, top, right, bottom = places[name]
            x, y = left + fraction * (right - left), 0.5 * (top + bottom)
            if name in ("timeline", "step_back", "loop"):
                return int(x), int(y)  # in the panel below, which does not scroll
            side = next((places[p] for p in ("panel", "plots")
                         if p in places and self.inside_column(x, places[p])), None)
            if side is None or option or name in ("timeline", "message") or "preset." in name:
                return int(x), int(y)
            if side[1] + 22 < y < side[3] - 8:
                return int(x), int(y)
            away = side[1] + 60 - y if y < side[1] + 22 else y - side[3] + 60
            notches = max(1, int(away / 65))  # one notch scrolls five lines
            self.xdotool("mousemove", int(side[2] - 6), int(side[1] + 30), "click", "--repeat", notches, "--delay", 5,
                   4 if y < side[1] + 22 else 5)
            self.wait_two_frames()
        self.save_failure_screenshot()
        raise SystemExit(f"{name} cannot be scrolled into view: {places.get(name)}")

    @staticmethod
    def inside_column(x, box):
        return box[0] <= x <= box[2]

    def move(self, place):
        self.xdotool("mousemove", *map(int, place))
        self.wait_two_frames()

    def press(self, place, button=1):
        self.move(place)
        self.xdotool("mousedown", button)
        self.wait_two_frames()

    def release(self, button=1):
        self.xdotool("mouseup", button)
        self.wait_two_frames()

    def click(self, place):
        self.press(place)
        self.release()
        for _ in range(2):
            self.wait_two_frames()  # widgets below a section that opens or closes move some frames later

    def drag(self, place, to, button=1):
        self.press(place, button)
        self.move(to)
        self.release(button)

    def tap(self, name):
        """Presses a key for less than a frame, as people do where a frame takes long."""
        self.xdotool("key", "--delay", 0, name)
        self.wait_two_frames()

    def key(self, name):
        """Presses a key and holds it for two frames."""
        self.xdotool("keydown", name)
        self.wait_two_frames()
        self.xdotool("keyup", name)
        self.wait_two_frames()

    def type(self, text):
        self.xdotool("type", "--delay", 30, text)
        self.wait_two_frames()

    def close_button(self):
        """Asks the window to close, as the button of a window manager does."""
        drop.ask_to_close(self.window_id)
        self.wait_two_frames()

    def drop(self, *files):
        drop.drop(self.window_id, files, 500, 350)
        self.wait_two_frames()
