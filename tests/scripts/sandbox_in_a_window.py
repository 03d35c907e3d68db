#!/usr/bin/env python3
"""Drives the real window of rockfall_sandbox as a person would, and checks what it says and what is to be seen.

    sandbox_in_a_window.py PROGRAM FOLDER [PART...]    (FOLDER: where Xvfb -fbdir keeps its screen)
"""
import math
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "window"))
from driver import WindowDriver  # noqa: E402

program, folder = sys.argv[1], sys.argv[2]
assets = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "assets")
picture = os.path.join(folder, "window.png")
recording = os.path.join(folder, "run.rfrec")


def less(a, b):
    return [p - q for p, q in zip(a, b)]


def around(place, reach):
    return place[0] - reach, place[1] - reach, place[0] + reach, place[1] + reach


def pausing_and_stepping(person):
    person.sees("the rock falls", lambda s: s["step"] > 20)
    person.click(person.place("pause"))
    paused = person.sees("the pause button pauses", lambda s: s["paused"])
    still = person.look(person.scene())
    person.settle()
    assert person.look(person.scene()).rows == still.rows, "the picture goes on while paused"
    assert person.state()["step"] == paused["step"], "time goes on while paused"
    clock = person.state()["places"]["clock"]
    before = person.look(clock)
    person.click(person.place("step"))
    person.sees("the step button takes one step", lambda s: s["step"] == paused["step"] + 1)
    person.sees_change("the clock shows the step", clock, before, 0.002)
    person.key("Right")
    person.sees("the right arrow takes one more", lambda s: s["step"] == paused["step"] + 2)


def sliders(person):
    box = person.state()["places"]["ground.mu_min"]
    before = person.look(box)
    person.drag(person.place("ground.mu_min", 0.2), person.place("ground.mu_min", 0.6))
    person.sees("the slider changes the friction", lambda s: s["mu_min"] > 1)
    person.sees_change("the slider's knob has moved", box, before, 0.03)
    person.drag(person.place("time_scale", 0.7), person.place("time_scale", 0.01))
    slow = person.sees("the other one changes the pace", lambda s: s["time_scale"] < 0.02)
    person.key("space")
    begun = time.time()
    person.sees("the space key runs", lambda s: s["step"] > slow["step"])
    person.sees("slowly", lambda s: time.time() > begun + 0.5)
    passed = person.state()["time"] - slow["time"]
    assert passed < 0.05 * (time.time() - begun), f"{passed} s were computed in slow motion"
    person.key("space")
    person.drag(person.place("time_scale", 0.01), person.place("time_scale", 0.8))
    person.sees("the pace is back", lambda s: s["paused"] and s["time_scale"] > 1)


def throw(person, before, from_place, to_place):
    """Throws a rock; returns the window's state. The picture must show the velocity while it is dragged."""
    line = [0.5 * (a + b) for a, b in zip(from_place, to_place)]
    untouched = person.look(around(line, 30))
    person.x("keydown", "ctrl")
    person.press(from_place)
    person.move(to_place)
    person.sees_change("an arrow shows the velocity that is dragged", around(line, 30), untouched, 0.01)
    person.release()
    person.x("keyup", "ctrl")
    return person.sees("the rock is released", lambda s: s["rocks"] == before["rocks"] + 1)


def releasing(person):
    at = (460, 470)
    person.key("1")
    before, untouched = person.state(), person.look(around(at, 40))
    person.x("keydown", "ctrl")
    person.click(at)
    person.x("keyup", "ctrl")
    after = person.sees("a click on the terrain releases a rock", lambda s: s["rocks"] == before["rocks"] + 1)
    person.sees_change("the rock is where the click was", around(at, 40), untouched, 0.05)
    assert math.dist(after["last_rock"]["pixel"], at) < 60, after["last_rock"]
    assert math.hypot(*after["last_rock"]["velocity"]) < 1e-9, "it is not at rest"

    thrown = throw(person, after, (480, 560), (600, 560))
    velocity = thrown["last_rock"]["velocity"]
    sight = less(thrown["view"]["target"], thrown["view"]["eye"])
    to_the_right = (velocity[0] * sight[1] - velocity[1] * sight[0]) / math.hypot(sight[0], sight[1])
    assert to_the_right > 1 and to_the_right > 0.9 * math.hypot(*velocity), f"thrown with {velocity}"

    old = thrown["last_rock"]
    there = around(old["pixel"], 12)
    untouched = person.look(there)
    person.key("space")
    person.sees("the thrown rock flies on",
                lambda s: not s["paused"] and math.dist(s["last_rock"]["position"], old["position"]) > 3)
    person.key("space")
    person.sees_change("it has left its place", there, untouched, 0.2)


def restarting(person):
    person.click(person.place("restart"))
    first = person.sees("the restart button goes back to the start",
                        lambda s: s["step"] == 0 and s["rocks"] == 1 and s["paused"])
    start = person.look(person.scene())
    person.key("space")
    person.sees("it falls anew", lambda s: s["step"] > 400)
    person.key("space")
    person.sees_change("the scene is another", person.scene(), start, 0.003)
    person.key("r")
    again = person.sees("the key R does the same", lambda s: s["step"] == 0)
    assert again["first_rock"]["position"] == first["first_rock"]["position"]
    assert person.look(person.scene()).rows == start.rows, "a restart looks different from the start before"
    print("ok: the start looks as before", flush=True)


def timeline(person):
    person.key("space")
    history = person.sees("a history is kept", lambda s: s["moments"] > 60)
    person.key("space")
    history = person.sees("pause", lambda s: s["paused"])
    late = person.look(person.scene())
    person.drag(person.place("timeline", 0.95), person.place("timeline", 0.3))
    back = person.sees("the timeline goes back in time", lambda s: s["step"] < 0.5 * history["step"])
    assert back["moments"] == history["moments"], "looking back cuts the history"
    person.sees_change("the rock is where it was then", person.scene(), late, 0.003)
    person.drag(person.place("timeline", 0.3), person.place("timeline", 0.999))
    person.sees("and forward again", lambda s: s["step"] > 0.98 * history["step"])
    person.drag(person.place("timeline", 0.999), person.place("timeline", 0.3))
    back = person.sees("and back", lambda s: s["step"] < 0.5 * history["step"])
    person.drag(person.place("ground.mu_min", 0.6), person.place("ground.mu_min", 0.2))
    changed = person.sees("the friction is changed there", lambda s: s["mu_min"] < 0.6)
    assert changed["step"] == back["step"]
    person.key("space")
    person.sees("the run is resumed from there", lambda s: s["step"] > back["step"] + 20)
    person.key("space")
    end = person.sees("pause", lambda s: s["paused"])
    assert end["moments"] < history["moments"] or end["step"] >= history["step"], "the old future is still there"


def recordings(person):
    person.key("r")
    person.click(person.place("record"))
    begun = person.sees("recording begins", lambda s: s["recording"])
    person.key("space")
    person.sees("recorded steps are taken", lambda s: s["step"] > begun["step"] + 300)
    person.key("space")
    end = person.sees("pause", lambda s: s["paused"])
    person.click(person.place("record"))
    person.sees("the recording is saved", lambda s: not s["recording"])
    assert os.path.getsize(recording) > 1000, "the recording is empty"
    recorded = person.look(around(end["first_rock"]["pixel"], 30))

    person.click(person.place("play"))
    person.sees("the recording is played from its start", lambda s: s["replaying"] and s["step"] < end["step"])
    if person.state()["paused"]:
        person.key("space")
    played = person.sees("it is played to its end", lambda s: s["replay_finished"])
    assert played["diverged"] == 0 and played["message"] == "", played
    assert played["step"] == end["step"], f"{played['step']} of {end['step']} steps"
    assert played["first_rock"]["position"] == end["first_rock"]["position"], "other bits than recorded"
    person.key("space")
    person.sees_change("the rock lies where it lay", around(end["first_rock"]["pixel"], 30), recorded, 0, 0.2)
    person.key("r")
    person.sees("a restart ends the replay", lambda s: not s["replaying"] and s["step"] == 0)


def cameras(person):
    person.key("1")
    first, home = person.state(), person.look(person.scene())
    person.drag((450, 300), (520, 330))
    turned = person.sees("a drag turns the camera", lambda s: s["view"]["eye"] != first["view"]["eye"])
    assert turned["view"]["target"] == first["view"]["target"]
    person.sees_change("the scene is seen from elsewhere", person.scene(), home, 0.02)
    person.x("mousemove", 500, 400, "click", 4)
    person.sees("the wheel brings it nearer",
                lambda s: math.dist(s["view"]["eye"], s["view"]["target"]) < 0.95 * math.dist(
                    turned["view"]["eye"], turned["view"]["target"]))
    person.drag((450, 400), (500, 420), 3)
    person.sees("a drag with the right button shifts it", lambda s: s["view"]["target"] != first["view"]["target"])
    person.key("2")
    flying = person.sees("key 2 flies", lambda s: s["view"]["camera"] == 1)
    seen = person.look(person.scene())
    person.x("keydown", "w")
    forward = less(flying["view"]["target"], flying["view"]["eye"])
    person.sees("W flies ahead", lambda s: sum(
        a * b for a, b in zip(less(s["view"]["eye"], flying["view"]["eye"]), forward)) > 0)
    person.x("keyup", "w")
    person.sees_change("the ground comes nearer", person.scene(), seen, 0.01)
    person.key("3")
    followed = person.sees("key 3 follows", lambda s: s["view"]["camera"] == 2)
    assert math.dist(followed["view"]["target"], followed["first_rock"]["position"]) < 1, followed["view"]
    person.key("space")
    person.sees("the camera moves along with the rock", lambda s: math.dist(
        s["view"]["eye"], followed["view"]["eye"]) > 1 and math.dist(
            s["view"]["target"], s["first_rock"]["position"]) < 2)
    person.key("space")
    person.key("1")
    person.sees("key 1 orbits again", lambda s: s["view"]["camera"] == 0)


def keys(person):
    home = person.look(person.scene())
    person.key("h")
    person.sees_change("H shows the keys", person.scene(), home, 0.2)
    person.key("h")
    assert person.look(person.scene()).rows == home.rows, "the keys do not go away"
    places = person.state()["places"]
    shown = person.look(places["panel"])
    person.key("Tab")
    person.sees_change("Tab hides the panels", places["panel"], shown, 0.5)
    assert "panel" not in person.state()["places"]
    person.key("Tab")
    person.sees_change("and brings them back", places["panel"], shown, 0, 0.2)
    person.key("F12")
    person.sees("F12 saves a picture", lambda s: "saved" in s["message"])
    with open(picture, "rb") as file:
        assert file.read(24)[16:] == bytes([0, 0, 3, 232, 0, 0, 2, 188]), "it is no PNG of 1000 x 700"
    person.click(person.place("message"))
    person.sees("the message is closed", lambda s: s["message"] == "")


def colours(person):
    person.click(person.place("section.View"))
    relief = person.look(person.scene())
    person.click(person.place("terrain"))
    person.click(person.place("terrain.ground"))
    person.sees("the terrain is coloured by its ground", lambda s: s["view"]["terrain"] == 1)
    person.sees_change("its colour is another", person.scene(), relief, 0.3)
    person.click(person.place("terrain"))
    person.click(person.place("terrain.relief"))
    person.sees("and by its height again", lambda s: s["view"]["terrain"] == 0)
    legend_box = (person.scene()[0], person.state()["places"]["timeline"][1] - 80, person.scene()[2],
                  person.state()["places"]["timeline"][1])
    legend = person.look(legend_box)
    person.click(person.place("ribbons"))
    person.click(person.place("ribbons.rotation"))
    person.sees("the ribbons show the rotation", lambda s: s["view"]["ribbons"] == 3)
    person.sees_change("the legend says so", legend_box, legend, 0.002)


def every_control_is_reachable(person):
    for title in ("Scheme and solver", "Rock and release"):
        person.click(person.place("section." + title))
    places = person.state()["places"]
    names = [name for name in sorted(places, key=lambda name: places[name][1])
             if not name.startswith("sample.") and name not in ("panel", "plots", "list", "clock")]
    assert len(names) > 30, names
    for name in names:
        person.place(name)
    print(f"ok: all {len(names)} controls can be scrolled to at 1000 x 700", flush=True)
    for title in ("Scheme and solver", "Rock and release", "View"):
        person.click(person.place("section." + title))


def picking_a_sample(person):
    before = person.look(person.scene())
    person.click(person.place("find"))
    person.type("blksta")
    shown = [name for name in person.state()["places"] if name.startswith("sample.")]
    assert shown and shown[0] == "sample.block_stands" or "sample.block_stands" in shown, shown
    assert "sample.bounce" not in shown, "the list is not narrowed"
    person.key("Return")
    person.sees("typing some letters finds and opens a sample", lambda s: s["sample"] == "block_stands")
    person.sees_change("another scene is seen", person.scene(), before, 0.1)
    person.click(person.place("section.View"))
    bare = person.look(person.scene())
    person.click(person.place("shadows"))
    person.sees("shadows are switched on", lambda s: s["view"]["shadows"])
    person.sees_change("they are seen", person.scene(), bare, 0.001, 0.3)
    person.click(person.place("shadows"))
    person.click(person.place("section.View"))
    person.click(person.place("sample.bounce"))
    person.sees("a click opens another", lambda s: s["sample"] == "bounce")


def dropping_files(person):
    terrain = os.path.join(folder, "hill side.asc")
    with open(terrain, "w") as file:
        file.write("ncols 40\nnrows 40\nxllcorner 0\nyllcorner 0\ncellsize 2\nNODATA_value -9999\n")
        for row in range(40):
            file.write(" ".join(str(2 * row - 0.02 * column * (39 - column)) for column in range(40)) + "\n")
    bad = os.path.join(folder, "bad.asc")
    with open(bad, "w") as file:
        file.write("this is no grid\n")
    before = person.look(person.scene())
    person.drop(terrain)
    person.sees("a terrain dropped on the window is opened", lambda s: s["sample"] == "hill side" and not s["message"])
    person.sees_change("it is seen", person.scene(), before, 0.3)
    person.drop(os.path.join(assets, "rocks", "double_pyramid_l14.pts"))
    person.sees("so is a rock", lambda s: s["shape"] == "double_pyramid_l14" and not s["message"])
    if not person.state()["paused"]:
        person.key("space")
    quiet = person.look((person.scene()[0], 200, *person.scene()[2:]))
    paused = person.state()
    person.drop(bad)
    now = person.sees("a bad file shows a message", lambda s: "bad.asc" in s["message"])
    assert (now["sample"], now["step"]) == (paused["sample"], paused["step"]), "the bad file changed the scene"
    box = now["places"]["message"]
    assert person.look((box[0] - 20, box[1] - 20, box[2] + 20, box[3] + 4)).mean()[2] < 120, "no message is seen"
    assert person.look((person.scene()[0], 200, *person.scene()[2:])).rows == quiet.rows, "the scene has changed"
    person.click(person.place("message"))
    person.sees("the message is closed", lambda s: s["message"] == "")
    person.drop(os.path.join(assets, "ramp_l21.toml"))
    person.sees("a scenario dropped on the window is opened", lambda s: s["sample"] == "ramp_l21")


def resizing(person):
    person.x("windowsize", person.number, 800, 600)
    person.sees("the window takes another size", lambda s: s["view"]["size"] == [800, 600])
    person.key("Tab")
    corner = person.look((740, 4, 796, 40)).mean()
    assert min(corner) > 60, f"the picture does not reach the corner: {corner}"
    person.x("windowsize", person.number, 1000, 700)
    person.sees("and its old one", lambda s: s["view"]["size"] == [1000, 700])
    corner = person.look((940, 4, 996, 40)).mean()
    assert min(corner) > 60, f"the picture does not reach the corner: {corner}"
    person.key("Tab")


def settings_persist(folder_of_settings):
    bad = os.path.join(folder_of_settings, "bad.asc")
    person = WindowDriver(program, folder_of_settings, bad)
    try:
        person.sees("a bad file as argument shows a message", lambda s: "bad.asc" in s["message"])
        person.sees("the last sample and pace are open again",
                    lambda s: s["sample"] == "bounce" and abs(s["time_scale"] - kept) < 1e-9)
        person.leave()
    finally:
        person.window.kill()


# Drawing is slow where the processor does it: without shadows and antialiasing at first.
os.makedirs(os.path.join(folder, "rockfall"), exist_ok=True)
with open(os.path.join(folder, "rockfall", "sandbox.json"), "w") as settings:
    settings.write('{"antialiasing": 0, "shadows": false}')
main = WindowDriver(program, folder, "--sample", "first_fall", "--screenshot", picture, "--recording", recording)
parts = (pausing_and_stepping, sliders, releasing, restarting, timeline, recordings, cameras, keys, colours,
         every_control_is_reachable, dropping_files, resizing, picking_a_sample)
chosen = [part for part in parts if part.__name__ in sys.argv[3:]] or parts
try:
    for part in chosen:
        begun = time.time()
        if part is not parts[0] and not main.state()["paused"]:
            main.key("space")
        part(main)
        print(f"--- {part.__name__}: {time.time() - begun:.1f} s", flush=True)
    kept = main.state()["time_scale"]
    main.leave()
finally:
    main.window.kill()
if chosen is parts:
    settings_persist(folder)
print("all done")
