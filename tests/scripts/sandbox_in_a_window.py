#!/usr/bin/env python3
"""Drives the real window of rockfall_sandbox as a person would: mouse and keys through the X server."""
import json
import os
import subprocess
import sys
import time

program, folder = sys.argv[1], sys.argv[2]
state_file = os.path.join(folder, "state.json")
picture = os.path.join(folder, "window.png")
recording = os.path.join(folder, "run.rfrec")
environment = dict(os.environ, XDG_CONFIG_HOME=folder)
arguments = ["--sample", "first_fall", "--size", "1000x900", "--state-file", state_file, "--screenshot", picture,
             "--recording", recording]


def start(*more):
    return subprocess.Popen([program, *arguments, *more], env=environment)


def state():
    for _ in range(200):
        try:
            with open(state_file) as file:
                return json.load(file)
        except (OSError, ValueError):
            time.sleep(0.05)
    raise SystemExit("the window writes no state")


def wait(what, holds, seconds=60):
    end = time.time() + seconds
    while time.time() < end:
        now = state()
        if holds(now):
            print("ok:", what)
            return now
        time.sleep(0.05)
    now.pop("places", None)
    raise SystemExit(f"failed: {what}; the window shows {now}")


def x(*command):
    subprocess.run(["xdotool", *map(str, command)], check=True)


def middle(name, share=0.5):
    left, top, right, bottom = state()["places"][name]
    return int(left + share * (right - left)), int(0.5 * (top + bottom))


def settle():
    """Waits until two more pictures were drawn: however slow they are, each input is seen by one of its own."""
    first = state()["picture"]
    end = time.time() + 60
    while state()["picture"] < first + 2 and time.time() < end:
        time.sleep(0.02)


def move(place):
    x("mousemove", *place)
    settle()


def click(place):
    move(place)
    x("mousedown", 1)
    settle()
    x("mouseup", 1)
    settle()


def drag(place, to):
    move(place)
    x("mousedown", 1)
    settle()
    move(to)
    x("mouseup", 1)
    settle()


def key(name):
    x("keydown", name)
    settle()
    x("keyup", name)
    settle()


def main(window):
    wait("the window opens and the rock falls", lambda s: s["step"] > 20)
    x("search", "--sync", "--onlyvisible", "--name", "^rockfall$", "windowmove", 0, 0, "windowfocus")
    time.sleep(1)
    click(middle("pause"))
    paused = wait("the pause button pauses", lambda s: s["paused"])
    time.sleep(1)
    assert state()["step"] == paused["step"], "time goes on while paused"
    click(middle("step"))
    wait("one step is taken", lambda s: s["step"] == paused["step"] + 1)

    drag(middle("ground.mu_min", 0.2), middle("ground.mu_min", 0.6))
    wait("the slider changes the friction", lambda s: s["mu_min"] > 1)

    before = state()
    x("keydown", "ctrl")
    settle()
    click((500, 560))
    x("keyup", "ctrl")
    released = wait("a click on the terrain releases a rock", lambda s: s["rocks"] == before["rocks"] + 1)
    at = released["last_rock"]
    key("space")
    wait("the space key runs again, the new rock falls",
         lambda s: not s["paused"] and s["last_rock"][2] < at[2] - 0.01)

    history = wait("a history is kept", lambda s: s["moments"] > 10)
    click(middle("timeline", 0.15))
    back = wait("the timeline goes back in time", lambda s: s["paused"] and s["step"] < 0.5 * history["step"])
    key("space")
    wait("the run is resumed from there", lambda s: s["step"] > back["step"] + 20)

    click(middle("record"))
    begun = wait("recording begins", lambda s: s["recording"])
    wait("recorded steps are taken", lambda s: s["step"] > begun["step"] + 100)
    click(middle("record"))
    wait("recording ends", lambda s: not s["recording"])
    assert os.path.getsize(recording) > 1000, "the recording is empty"

    key("F12")
    wait("a picture is saved", lambda s: "saved" in s["message"])
    click(middle("message"))
    wait("the message is closed", lambda s: s["message"] == "")

    click(middle("sample.block_stands"))
    wait("another sample opens", lambda s: s["sample"] == "block_stands")
    key("3")
    wait("the follow camera is chosen", lambda s: s["camera"] == 2)
    x("key", "Escape")
    assert window.wait(timeout=60) == 0, "the window does not close properly"
    print("ok: closed")


def bad_file(window):
    now = wait("a bad file shows a message", lambda s: "bad.asc" in s["message"])
    assert now["sample"] == "first_fall", "the bad file changed the scene"
    x("key", "Escape")
    assert window.wait(timeout=60) == 0


def run(test, *more):
    if os.path.exists(state_file):
        os.remove(state_file)
    window = start(*more)
    try:
        test(window)
    finally:
        window.kill()


run(main)
run(bad_file, os.path.join(folder, "bad.asc"))
print("all done")
