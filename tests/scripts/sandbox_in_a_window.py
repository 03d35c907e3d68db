#!/usr/bin/env python3
"""Drives the window of rockfall_sandbox with mouse and keyboard; checks its state and its pixels.

    sandbox_in_a_window.py PROGRAM FOLDER [PART...]    (FOLDER: the -fbdir folder of Xvfb)
"""
import math
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "window"))
from driver import WindowDriver  # noqa: E402

program, folder = sys.argv[1], sys.argv[2]
assets = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "assets")
screenshot = os.path.join(folder, "window.png")
recording = os.path.join(folder, "run.rfrec")


def subtract(a, b):
    return [p - q for p, q in zip(a, b)]


def box_around(centre, margin):
    return centre[0] - margin, centre[1] - margin, centre[0] + margin, centre[1] + margin


def pausing_and_stepping(window):
    window.wait_for("the rock falls", lambda s: s["step"] > 20)
    window.click(window.locate("pause"))
    paused = window.wait_for("the pause button pauses", lambda s: s["paused"])
    still = window.capture(window.scene_box())
    window.wait_two_frames()
    assert window.capture(window.scene_box()).rows == still.rows, "the image changes while paused"
    assert window.state()["step"] == paused["step"], "steps are computed while paused"
    clock = window.state()["places"]["clock"]
    before = window.capture(clock)
    window.click(window.locate("step"))
    window.wait_for("the step button takes one step", lambda s: s["step"] == paused["step"] + 1)
    window.wait_for_change("the clock shows the step", clock, before, 0.002)
    window.key("Right")
    window.wait_for("the right arrow key takes one step", lambda s: s["step"] == paused["step"] + 2)


def sliders(window):
    box = window.state()["places"]["ground.mu_min"]
    before = window.capture(box)
    window.drag(window.locate("ground.mu_min", 0.2), window.locate("ground.mu_min", 0.6))
    window.wait_for("the slider changes the friction", lambda s: s["mu_min"] > 1)
    window.wait_for_change("the slider's handle has moved", box, before, 0.03)
    window.drag(window.locate("time_scale", 0.7), window.locate("time_scale", 0.01))
    slow = window.wait_for("the time scale slider slows the run down", lambda s: s["time_scale"] < 0.02)
    window.key("space")
    begun = time.time()
    window.wait_for("the space key starts the run", lambda s: s["step"] > slow["step"])
    window.wait_for("half a second passes", lambda s: time.time() > begun + 0.5)
    passed = window.state()["time"] - slow["time"]
    assert passed < 0.05 * (time.time() - begun), f"{passed} s of simulated time were computed in slow motion"
    window.key("space")
    window.drag(window.locate("time_scale", 0.01), window.locate("time_scale", 0.8))
    window.wait_for("the time scale is above 1 again", lambda s: s["paused"] and s["time_scale"] > 1)


def throw(window, before, from_place, to_place):
    """Throws a rock by Ctrl + drag; returns the state. An arrow must show the velocity during the drag."""
    line = [0.5 * (a + b) for a, b in zip(from_place, to_place)]
    untouched = window.capture(box_around(line, 30))
    window.xdotool("keydown", "ctrl")
    window.press(from_place)
    window.move(to_place)
    window.wait_for_change("an arrow shows the velocity during the drag", box_around(line, 30), untouched, 0.01)
    window.release()
    window.xdotool("keyup", "ctrl")
    return window.wait_for("the rock is released", lambda s: s["rocks"] == before["rocks"] + 1)


def releasing(window):
    at = (460, 470)
    window.key("1")
    before, untouched = window.state(), window.capture(box_around(at, 40))
    window.xdotool("keydown", "ctrl")
    window.click(at)
    window.xdotool("keyup", "ctrl")
    after = window.wait_for("a click on the terrain releases a rock", lambda s: s["rocks"] == before["rocks"] + 1)
    window.wait_for_change("the rock is where the click was", box_around(at, 40), untouched, 0.05)
    assert math.dist(after["last_rock"]["pixel"], at) < 60, after["last_rock"]
    assert math.hypot(*after["last_rock"]["velocity"]) < 1e-9, "the released rock is not at rest"

    thrown = throw(window, after, (480, 560), (600, 560))
    velocity = thrown["last_rock"]["velocity"]
    sight = subtract(thrown["view"]["target"], thrown["view"]["eye"])
    to_the_right = (velocity[0] * sight[1] - velocity[1] * sight[0]) / math.hypot(sight[0], sight[1])
    assert to_the_right > 1 and to_the_right > 0.9 * math.hypot(*velocity), f"thrown with {velocity}"

    old = thrown["last_rock"]
    there = box_around(old["pixel"], 12)
    untouched = window.capture(there)
    window.key("space")
    window.wait_for("the thrown rock moves on",
                lambda s: not s["paused"] and math.dist(s["last_rock"]["position"], old["position"]) > 3)
    window.key("space")
    window.wait_for_change("the thrown rock is no longer at its start", there, untouched, 0.2)


def restarting(window):
    window.click(window.locate("restart"))
    first = window.wait_for("the restart button goes back to the start",
                        lambda s: s["step"] == 0 and s["rocks"] == 1 and s["paused"])
    start = window.capture(window.scene_box())
    window.key("space")
    window.wait_for("the rock falls again", lambda s: s["step"] > 400)
    window.key("space")
    window.wait_for_change("the image has changed", window.scene_box(), start, 0.003)
    window.key("r")
    again = window.wait_for("the R key goes back to the start", lambda s: s["step"] == 0)
    assert again["first_rock"]["position"] == first["first_rock"]["position"]
    assert window.capture(window.scene_box()).rows == start.rows, "the image after a restart differs from the first one"
    print("ok: the image after a restart equals the first one", flush=True)


def timeline(window):
    window.key("space")
    history = window.wait_for("history is stored", lambda s: s["moments"] > 60)
    window.key("space")
    history = window.wait_for("the space key pauses", lambda s: s["paused"])
    late = window.capture(window.scene_box())
    window.drag(window.locate("timeline", 0.95), window.locate("timeline", 0.3))
    back = window.wait_for("the timeline goes back in time", lambda s: s["step"] < 0.5 * history["step"])
    assert back["moments"] == history["moments"], "moving back on the timeline shortens the history"
    window.wait_for_change("the image shows the earlier moment", window.scene_box(), late, 0.003)
    window.drag(window.locate("timeline", 0.3), window.locate("timeline", 0.999))
    window.wait_for("the timeline goes forward again", lambda s: s["step"] > 0.98 * history["step"])
    window.drag(window.locate("timeline", 0.999), window.locate("timeline", 0.3))
    back = window.wait_for("the timeline goes back once more", lambda s: s["step"] < 0.5 * history["step"])
    window.drag(window.locate("ground.mu_min", 0.6), window.locate("ground.mu_min", 0.2))
    changed = window.wait_for("the friction is changed at the earlier moment", lambda s: s["mu_min"] < 0.6)
    assert changed["step"] == back["step"]
    window.key("space")
    window.wait_for("the run continues from the earlier moment", lambda s: s["step"] > back["step"] + 20)
    window.key("space")
    end = window.wait_for("the space key pauses", lambda s: s["paused"])
    # A run that has caught up to the last stored moment has as many moments again.
    assert end["moments"] < history["moments"] or end["step"] > history["step"] - 20, "later history was not removed"


def recordings(window):
    window.key("r")
    window.click(window.locate("record"))
    begun = window.wait_for("recording begins", lambda s: s["recording"])
    window.key("space")
    window.wait_for("recorded steps are taken", lambda s: s["step"] > begun["step"] + 300)
    window.key("space")
    end = window.wait_for("the space key pauses", lambda s: s["paused"])
    window.click(window.locate("record"))
    window.wait_for("the recording is saved", lambda s: not s["recording"])
    assert os.path.getsize(recording) > 1000, "the recording is empty"
    recorded = window.capture(box_around(end["first_rock"]["pixel"], 30))

    window.click(window.locate("play"))
    window.wait_for("the recording is played from its start", lambda s: s["replaying"] and s["step"] < end["step"])
    if window.state()["paused"]:
        window.key("space")
    played = window.wait_for("it is played to its end", lambda s: s["replay_finished"])
    assert played["diverged"] == 0 and played["message"] == "", played
    assert played["step"] == end["step"], f"{played['step']} of {end['step']} steps"
    assert played["first_rock"]["position"] == end["first_rock"]["position"], "the replayed position differs"
    window.wait_for_change("the image shows the rock at its recorded position",
                           box_around(end["first_rock"]["pixel"], 30), recorded, 0, 0.2)
    window.key("space")
    window.wait_for("the space key plays it again", lambda s: s["step"] < end["step"])
    window.key("Left")
    window.wait_for("a step back pauses it", lambda s: s["paused"] and s["replaying"])
    window.key("r")
    window.wait_for("a restart ends the replay", lambda s: not s["replaying"] and s["step"] == 0)


def cameras(window):
    window.key("1")
    first, home = window.state(), window.capture(window.scene_box())
    window.drag((450, 300), (520, 330))
    turned = window.wait_for("a drag turns the camera", lambda s: s["view"]["eye"] != first["view"]["eye"])
    assert turned["view"]["target"] == first["view"]["target"]
    window.wait_for_change("the view has changed", window.scene_box(), home, 0.02)
    window.xdotool("mousemove", 500, 400, "click", 4)
    window.wait_for("the mouse wheel moves the camera nearer",
                lambda s: math.dist(s["view"]["eye"], s["view"]["target"]) < 0.95 * math.dist(
                    turned["view"]["eye"], turned["view"]["target"]))
    window.drag((450, 400), (500, 420), 3)
    window.wait_for("a drag with the right button moves the target",
                    lambda s: s["view"]["target"] != first["view"]["target"])
    window.key("2")
    flying = window.wait_for("key 2 selects the fly camera", lambda s: s["view"]["camera"] == 1)
    seen = window.capture(window.scene_box())
    window.xdotool("keydown", "w")
    forward = subtract(flying["view"]["target"], flying["view"]["eye"])
    window.wait_for("W moves the camera forward", lambda s: sum(
        a * b for a, b in zip(subtract(s["view"]["eye"], flying["view"]["eye"]), forward)) > 0)
    window.xdotool("keyup", "w")
    window.wait_for_change("the view has changed", window.scene_box(), seen, 0.01)
    window.key("3")
    followed = window.wait_for("key 3 selects the follow camera", lambda s: s["view"]["camera"] == 2)
    assert math.dist(followed["view"]["target"], followed["first_rock"]["position"]) < 1, followed["view"]
    window.key("space")
    window.wait_for("the camera follows the rock", lambda s: math.dist(
        s["view"]["eye"], followed["view"]["eye"]) > 1 and math.dist(
            s["view"]["target"], s["first_rock"]["position"]) < 2)
    window.key("space")
    window.key("1")
    window.wait_for("key 1 selects the orbit camera", lambda s: s["view"]["camera"] == 0)


def keys(window):
    home = window.capture(window.scene_box())
    window.key("h")
    window.wait_for_change("H shows the list of keys", window.scene_box(), home, 0.2)
    window.key("h")
    assert window.capture(window.scene_box()).rows == home.rows, "the list of keys stays visible"
    places = window.state()["places"]
    shown = window.capture(places["panel"])
    window.key("Tab")
    window.wait_for_change("Tab hides the panels", places["panel"], shown, 0.5)
    assert "panel" not in window.state()["places"]
    window.key("Tab")
    window.wait_for_change("Tab shows the panels again", places["panel"], shown, 0, 0.2)
    window.key("F12")
    window.wait_for("F12 saves a picture", lambda s: "saved" in s["message"])
    with open(screenshot, "rb") as file:
        assert file.read(24)[16:] == bytes([0, 0, 3, 232, 0, 0, 2, 188]), "not a PNG of 1000 x 700"
    window.click(window.locate("message"))
    window.wait_for("the message is closed", lambda s: s["message"] == "")


def colours(window):
    window.click(window.locate("section.View"))
    ground = window.capture(window.scene_box())
    window.click(window.locate("terrain"))
    window.click(window.locate("terrain.relief"))
    window.wait_for("the terrain is coloured by height", lambda s: s["view"]["terrain"] == 0)
    window.wait_for_change("the colours have changed", window.scene_box(), ground, 0.3)
    window.click(window.locate("terrain"))
    window.click(window.locate("terrain.ground"))
    window.wait_for("the terrain is coloured by its ground again", lambda s: s["view"]["terrain"] == 1)
    legend_box = (window.scene_box()[0], window.state()["places"]["timeline"][1] - 80, window.scene_box()[2],
                  window.state()["places"]["timeline"][1])
    legend = window.capture(legend_box)
    window.click(window.locate("ribbons"))
    window.click(window.locate("ribbons.rotation"))
    window.wait_for("the ribbons show the rotation", lambda s: s["view"]["ribbons"] == 3)
    window.wait_for_change("the legend has changed", legend_box, legend, 0.002)
    window.click(window.locate("section.View"))


def every_control_is_reachable(window):
    titles = ("Scheme and solver", "Rock and release", "View")
    for title in titles:
        window.click(window.locate("section." + title))
    places = window.state()["places"]
    names = [name for name in sorted(places, key=lambda name: places[name][1])
             if not name.startswith("sample.") and name not in ("panel", "plots", "list", "clock", "card")]
    assert len(names) > 30, names
    for name in names:
        window.locate(name)
    print(f"ok: all {len(names)} controls can be scrolled to at 1000 x 700", flush=True)
    for title in titles:
        window.click(window.locate("section." + title))


def picking_a_sample(window):
    before = window.capture(window.scene_box())
    window.click(window.locate("find"))
    window.type("blksta")
    shown = [name for name in window.state()["places"] if name.startswith("sample.")]
    assert "sample.block_stands" in shown, shown
    assert "sample.bounce" not in shown, "the list is not filtered"
    window.tap("Return")
    window.wait_for("typing some letters and a short press of Enter opens a sample",
                    lambda s: s["sample"] == "block_stands")
    window.wait_for_change("the scene has changed", window.scene_box(), before, 0.1)
    window.click(window.locate("section.View"))
    shadows = window.locate_at_rest("shadows")
    bare = window.capture(window.scene_box())
    window.click(shadows)
    window.wait_for("shadows are switched on", lambda s: s["view"]["shadows"])
    window.wait_for_change("shadows are visible", window.scene_box(), bare, 0.001, 0.3)
    window.click(window.locate_at_rest("shadows"))
    window.click(window.locate_at_rest("section.View"))
    window.click(window.locate_at_rest("sample.bounce"))
    window.wait_for("a click opens a sample", lambda s: s["sample"] == "bounce")


def dropping_files(window):
    terrain = os.path.join(folder, "hill side.asc")
    with open(terrain, "w") as file:
        file.write("ncols 40\nnrows 40\nxllcorner 0\nyllcorner 0\ncellsize 2\nNODATA_value -9999\n")
        for row in range(40):
            file.write(" ".join(str(2 * row - 0.02 * column * (39 - column)) for column in range(40)) + "\n")
    bad = os.path.join(folder, "bad.asc")
    with open(bad, "w") as file:
        file.write("not a grid\n")
    before = window.capture(window.scene_box())
    window.drop(terrain)
    window.wait_for("a terrain dropped on the window is opened",
                    lambda s: s["sample"] == "hill side" and not s["message"])
    window.wait_for_change("the terrain is visible", window.scene_box(), before, 0.3)
    window.drop(os.path.join(assets, "rocks", "double_pyramid_l14.pts"))
    window.wait_for("a rock file dropped on the window is opened",
                    lambda s: s["shape"] == "double_pyramid_l14" and not s["message"])
    if not window.state()["paused"]:
        window.key("space")
    window.click(window.locate("section.View"))
    quiet = window.capture((window.scene_box()[0], 200, *window.scene_box()[2:]))
    paused = window.state()
    window.drop(bad)
    now = window.wait_for("a bad file shows a message", lambda s: "bad.asc" in s["message"])
    assert (now["sample"], now["step"]) == (paused["sample"], paused["step"]), "the bad file changed the scene"
    box = now["places"]["message"]
    assert box[3] < window.scene_box()[3], f"with the section View open the message is not over the scene: {box}"
    assert window.capture((box[0] - 20, box[1] - 20, box[2] + 20, box[3] + 4)).mean()[2] < 120, "no message is visible"
    scene = (window.scene_box()[0], 200, *window.scene_box()[2:])
    assert window.capture(scene).rows == quiet.rows, "the scene has changed"
    window.click(window.locate("message"))
    window.wait_for("the message is closed", lambda s: s["message"] == "")
    window.click(window.locate("section.View"))
    window.drop(os.path.join(assets, "ramp_l21.toml"))
    window.wait_for("a scenario dropped on the window is opened", lambda s: s["sample"] == "ramp_l21")


def resizing(window):
    window.xdotool("windowsize", window.window_id, 800, 600)
    window.wait_for("the window is resized", lambda s: s["view"]["size"] == [800, 600])
    window.key("Tab")
    corner = window.capture((740, 4, 796, 40)).mean()
    assert min(corner) > 60, f"the image does not reach the corner: {corner}"
    window.xdotool("windowsize", window.window_id, 1000, 700)
    window.wait_for("the window has its first size again", lambda s: s["view"]["size"] == [1000, 700])
    corner = window.capture((940, 4, 996, 40)).mean()
    assert min(corner) > 60, f"the image does not reach the corner: {corner}"
    window.key("Tab")


def looking_into_a_rock(window):
    window.key("1")
    window.key("f")
    pixel = window.state()["first_rock"]["pixel"]
    window.click(pixel)
    window.wait_for("a click selects the rock", lambda s: s["selection"] and s["watched"] == 0)
    before = window.wait_for("the run is paused", lambda s: s["paused"])
    window.key("Right")
    window.wait_for("one step forward", lambda s: s["step"] == before["step"] + 1)
    window.key("Left")
    window.wait_for("one step back", lambda s: s["step"] == before["step"])
    mu = window.state()["mu_min"]
    window.drag(window.locate("ground.mu_min", 0.2), window.locate("ground.mu_min", 0.5))
    window.wait_for("the friction is changed", lambda s: s["mu_min"] != mu)
    window.xdotool("keydown", "ctrl")
    window.key("z")
    window.xdotool("keyup", "ctrl")
    window.wait_for("Ctrl + Z undoes it", lambda s: s["mu_min"] == mu)


def leaving(window):
    window.key("r")
    window.click(window.locate("record"))
    window.wait_for("recording begins", lambda s: s["recording"])
    window.key("h")
    window.wait_for("H shows the help", lambda s: s["help"])
    window.key("Escape")
    window.wait_for("Esc closes the help and nothing else", lambda s: not s["help"] and not s["asking"])
    window.click(window.locate("ground.preset"))
    window.wait_for("the list of presets is open", lambda s: "ground.preset.hard" in s["places"])
    window.key("Escape")
    window.wait_for("Esc closes the list and nothing else",
                    lambda s: "ground.preset.hard" not in s["places"] and not s["asking"])
    window.key("Escape")
    window.wait_for("Esc asks", lambda s: s["asking"] and s["recording"])
    window.key("Escape")
    window.wait_for("a second Esc takes the question back", lambda s: not s["asking"] and s["recording"])
    window.close_button()
    window.wait_for("the close button asks, too", lambda s: s["asking"] and s["recording"])
    window.key("Escape")
    window.wait_for("the recording continues", lambda s: not s["asking"] and s["recording"])
    window.click(window.locate("discard"))
    window.wait_for("the recording is discarded", lambda s: not s["recording"])


def a_signal_keeps_the_recording(folder_of_settings):
    kept_file = os.path.join(folder_of_settings, "signal.rfrec")
    window = WindowDriver(program, folder_of_settings, "--sample", "first_fall", "--recording", kept_file)
    try:
        window.click(window.locate("record"))
        begun = window.wait_for("recording begins", lambda s: s["recording"])
        if begun["paused"]:
            window.key("space")
        window.wait_for("steps are recorded", lambda s: s["step"] > begun["step"] + 50)
        window.process.terminate()
        assert window.process.wait(timeout=30) == 0
        assert os.path.getsize(kept_file) > 1000, "the recording was not kept"
        print("ok: a signal that ends the program keeps the recording", flush=True)
    finally:
        window.process.kill()


def settings_persist(folder_of_settings):
    bad = os.path.join(folder_of_settings, "bad.asc")
    window = WindowDriver(program, folder_of_settings, bad)
    try:
        window.wait_for("a bad file as argument shows a message", lambda s: "bad.asc" in s["message"])
        window.wait_for("the last sample and time scale are restored",
                    lambda s: s["sample"] == "bounce" and abs(s["time_scale"] - kept) < 1e-9)
        window.close()
    finally:
        window.process.kill()


# Software rendering is slow: start without shadows and antialiasing.
os.makedirs(os.path.join(folder, "rockfall"), exist_ok=True)
with open(os.path.join(folder, "rockfall", "sandbox.json"), "w") as settings:
    settings.write('{"antialiasing": 0, "shadows": false, "quality": 0, "explanation": false, "former_run": false}')
main = WindowDriver(program, folder, "--sample", "first_fall", "--screenshot", screenshot, "--recording", recording)
parts = (pausing_and_stepping, sliders, releasing, restarting, timeline, recordings, cameras, keys, colours,
         every_control_is_reachable, looking_into_a_rock, leaving, dropping_files, resizing, picking_a_sample)
named = sys.argv[3:]
chosen = [part for part in parts if part.__name__ in named] if named else parts
try:
    for part in chosen:
        begun = time.time()
        if part is not parts[0] and not main.state()["paused"]:
            main.key("space")
        part(main)
        print(f"--- {part.__name__}: {time.time() - begun:.1f} s", flush=True)
    kept = main.state()["time_scale"]
    main.close()
finally:
    main.process.kill()
if chosen is parts:
    settings_persist(folder)
    a_signal_keeps_the_recording(folder)
print("all parts passed")
