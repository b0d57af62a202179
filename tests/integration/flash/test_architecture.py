"""Machine code fits one architecture: each board gets what it loads, or is refused and left alone.

The board in these tests is real MicroPython on this desk's processor; which machine code the other
architectures get is read from the files, and was run on none of them.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import pytest

from cardtable.startup import integrity
from host_tools.boards import compiled
from host_tools.boards.load import architectures, load
from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.flashing import flasher, service
from host_tools.flashing.find import Place
from host_tools.flashing.fits import check_facts, check_loads, release_for
from host_tools.flashing.repl import Facts, Repl
from host_tools.release import bundle, manifest, signature
from host_tools.release.build import MANIFEST, build
from sim.harness.pico import Pico
from sim.micropython import bench
from sim.micropython.cross import PICO
from sim.micropython.mpy_file import ARCHITECTURES, NONE, Kind, kind_for, kind_of, read_kind
from tests.integration.flash import desk
from tests.support.process import in_this_process as cardtable

# Every kind of processor that MicroPython's rp2 and esp32 ports run on, and this desk's.
CHIPS = ("armv6m", "armv7emsp", "xtensawin", "rv32imc", "x64")
RISC_V = "Raspberry Pi Pico2 with RP2350-RISCV"


# ---- what is made


@pytest.mark.parametrize("arch", CHIPS)
def test_only_modules_with_machine_code_differ_between_architectures(arch):
    made, other = build(arch), build("armv7m")
    machine = desk.with_machine_code(made)
    assert "cardtable/loop.mpy" in machine
    assert desk.with_machine_code(other) == machine
    assert made.files.keys() == other.files.keys()
    differ = {path for path in made.files if made.files[path] != other.files[path]}
    assert differ == machine | {MANIFEST}
    assert {read_kind(made.files[path]) for path in machine} == {Kind(6, 3, arch)}


@pytest.mark.parametrize("arch", CHIPS)
def test_the_manifest_says_what_a_micropython_that_loads_it_says_of_itself(arch):
    told = json.loads(build(arch).files[MANIFEST])
    # docs.micropython.org, "MicroPython .mpy files": version, sub-version << 8, arch << 10
    assert told["mpy"] == 6 | 3 << 8 | ARCHITECTURES.index(arch) << 10
    assert manifest.read(build(arch).files[MANIFEST]).mpy == Kind(6, 3, arch)


def test_a_manifest_without_machine_code_is_what_it_always_was():
    assert manifest.make("0.1.0", Kind(6), {}).text() == (
        b'{\n"manifest":1,\n"version":"0.1.0",\n"mpy":6,\n"files":{}\n}\n'
    )
    assert b'\n"mpy":6,\n' in desk.plain().files[MANIFEST]
    assert desk.plain().manifest.mpy == Kind(6, 0, NONE)


def test_the_board_reads_a_manifest_that_names_an_architecture(tmp_path):
    made = build("armv6m")
    for path, content in made.files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    name, wrong = integrity.check(f"{tmp_path}/")
    assert wrong == [] and made.manifest.name.endswith(f"-{name}")


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (2822, Kind(6, 3, "x64")),  # the unix port on this desk
        (6, Kind(6, 0, NONE)),
        (6 | 3 << 8 | 4 << 10, Kind(6, 3, "armv6m")),
        (6 | 3 << 8 | 7 << 10, Kind(6, 3, "armv7emsp")),
        (6 | 3 << 8 | 10 << 10, Kind(6, 3, "xtensawin")),
        (6 | 2 << 8 | 11 << 10, Kind(6, 2, "rv32imc")),
        (6 | 3 << 8 | 15 << 10, Kind(6, 3, "15")),  # one that MicroPython has yet to name
    ],
)
def test_what_micropython_says_of_itself_is_read_and_written(number, kind):
    assert kind_of(number) == kind
    assert kind.number == number


def test_extensions_of_risc_v_do_not_make_another_architecture():
    """MicroPython 1.28 tells them above the architecture: Zba and Zcmp of a Pico 2."""
    assert kind_of(6 | 3 << 8 | 11 << 10 | 3 << 16).arch == "rv32imc"


def test_files_for_two_architectures_are_no_release():
    loop = "cardtable/loop.mpy"
    with pytest.raises(ValueError, match="different boards"):
        kind_for([build("armv6m").files[loop], build("armv7emsp").files[loop]])
    with pytest.raises(ValueError, match=r"not a \.mpy file"):
        read_kind(b"this is no module")


def test_a_manifest_for_a_micropython_that_cannot_be_is_told():
    text = manifest.make("1", Kind(6), {}).text()
    for number in (b"-1", b"%d" % (6 | 1 << 16)):
        with pytest.raises(Problem, match="for a MicroPython that nobody knows"):
            manifest.read(text.replace(b'"mpy":6', b'"mpy":' + number))


# ---- what a board is given


@pytest.mark.parametrize(
    ("machine", "board", "arch"),
    [
        ("Raspberry Pi Pico with RP2040", None, "armv6m"),
        ("Raspberry Pi Pico2 with RP2350", None, "armv7emsp"),
        (RISC_V, "pico2", "rv32imc"),  # the definition says armv7emsp: the board knows better
        ("Somebody's own with ESP32S3", "pico", "xtensawin"),
    ],
)
def test_a_board_gets_the_machine_code_that_it_says_it_runs(machine, board, arch):
    facts = Facts((1, 24, 0), Kind(6, 3, arch), machine, 1 << 20)
    found = check_facts(facts, load(board) if board else None)
    assert release_for(facts.mpy, build, found) is build(arch)


REFUSED = [
    (Kind(5, 3, "armv6m"), "loads compiled modules of version 5, this release has 6"),
    (Kind(0), "loads no compiled modules"),
    (Kind(6, 3, NONE), "cannot load machine code, and this release has some"),
    (Kind(6, 2, "armv6m"), "machine code of version 6.2, this release has 6.3"),
]


@pytest.mark.parametrize(("has", "says"), REFUSED)
def test_a_board_that_could_not_load_a_release_is_refused_with_the_way_on(has, says):
    with pytest.raises(Problem) as told:
        release_for(has, build, load("pico"))
    line = told.value.line()
    assert says in line
    assert "stock MicroPython" in line and "https://micropython.org/download/RPI_PICO/" in line


def test_an_architecture_that_has_no_name_here_is_told():
    with pytest.raises(Problem, match=r"no name here \(15\)") as told:
        release_for(Kind(6, 3, "15"), build, load("pico"))
    assert "newer Cardtable" in told.value.line()


def test_a_pico_2_runs_a_picos_code_and_not_the_other_way_round():
    pico, pico2 = Kind(6, 3, "armv6m"), Kind(6, 3, "armv7emsp")
    check_loads(pico2, pico, "")
    for has, wanted in ((pico, pico2), (Kind(6, 3, "rv32imc"), pico2), (pico2, Kind(6, 3, "x64"))):
        with pytest.raises(Problem, match="runs machine code for"):
            check_loads(has, wanted, "")


def test_a_release_without_machine_code_is_for_every_board_of_its_version():
    for has in (Kind(6, 3, "armv6m"), Kind(6, 2, "rv32imc"), Kind(6, 0, NONE)):
        check_loads(has, Kind(6), "")


# ---- on a board


@contextmanager
def says_it_loads(mpy: Kind) -> Iterator[None]:
    """As if another MicroPython were on the board."""
    facts = Repl.facts

    def altered(self):
        return dataclasses.replace(facts(self), mpy=mpy)

    with mock.patch.object(Repl, "facts", altered):
        yield


def _flash(pico: Pico):
    """As the verb does it."""
    return flasher.flash(
        Place(pico.port), build, load("pico"), lambda b: compiled.as_json(b.data), desk.STEPS
    )


def test_the_board_here_is_asked_and_gets_its_own_machine_code(in_service, tmp_path):
    with desk.pico_like(in_service, tmp_path) as pico:
        outcome = _flash(pico)
        assert outcome.hello is not None and "stopped" not in outcome.hello.able
        assert outcome.manifest.mpy.arch == bench.architecture() != load("pico").architecture
        assert desk.holds(pico, desk.built())


@pytest.mark.parametrize("has", [one for one, _ in REFUSED[1:]], ids=str)
def test_a_board_that_is_refused_is_as_it_was_and_serves_on(in_service, tmp_path, has):
    with desk.pico_like(in_service, tmp_path) as pico:
        before = _released(pico)
        since = len(pico.said)
        with says_it_loads(has), pytest.raises(Problem):
            _flash(pico)
        desk.settled(pico, since)
        pico.wait_for(lambda: service.hello(pico.port) is not None, "a table in service")
        assert _released(pico) == before
        assert desk.holds(pico, desk.old())


def test_a_board_in_maintenance_that_is_refused_stays_there(in_service, tmp_path):
    with desk.pico_like(in_service, tmp_path) as pico:
        desk.into_maintenance(pico)
        before = pico.files()
        with says_it_loads(Kind(6, 3, NONE)):
            for refused in (_flash, desk.rollback):
                with pytest.raises(Problem):
                    refused(pico)
            with pytest.raises(Problem, match="cannot load machine code"):
                flasher.look(Place(pico.port), build, load("pico"), False)
        assert pico.files() == before
        assert service.hello(pico.port) is None


def _released(pico: Pico) -> dict[str, bytes]:
    """Everything on the board but what the table itself keeps."""
    return {path: content for path, content in pico.files().items() if path[:6] != "vault/"}


def test_another_boards_machine_code_does_not_load_and_a_flash_mends_it(in_service, tmp_path):
    """As when a Pico 2 gets the MicroPython of its other cores."""
    wrong = build("armv7m")
    machine = desk.with_machine_code(wrong)
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        desk.into_maintenance(pico)
        for path in machine | {MANIFEST}:
            (tmp_path / "one").write_bytes(wrong.files[path])
            desk.mpremote(pico, "fs", "cp", str(tmp_path / "one"), f":{path}")
        desk.mpremote(pico, "fs", "rm", f":{desk.GONE}")
        assert desk.holds(pico, wrong)
        desk.mpremote(pico, "fs", "rm", ":maintenance")
        said = desk.power_cycle(pico)
        assert "safe mode: not_loadable: ValueError" in said
        assert "incompatible .mpy arch" in said
        outcome = _flash(pico)
        assert outcome.plan is not None and set(outcome.plan.put) == machine | {MANIFEST}
        assert outcome.hello is not None
        assert desk.holds(pico, desk.built())
        # What does not load is no way back.
        before = _released(pico)
        with pytest.raises(Problem, match="this release has it for armv7m") as told:
            desk.rollback(pico)
        assert "cardtable flash" in told.value.line()
        pico.wait_for(lambda: service.hello(pico.port) is not None, "a table in service")
        assert _released(pico) == before


def test_from_a_release_without_machine_code_to_this_one_and_back_and_forth(in_service, tmp_path):
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        outcome = desk.flash(pico, desk.plain())
        assert outcome.hello is not None and "stopped" not in outcome.hello.able
        assert b'"mpy":6,' in pico.files()[MANIFEST]

        outcome = _flash(pico)
        assert outcome.plan is not None
        assert set(outcome.plan.put) == desk.with_machine_code(desk.built()) | {MANIFEST}
        assert outcome.hello is not None and "stopped" not in outcome.hello.able
        assert desk.holds(pico, desk.built())

        for release in (desk.plain(), desk.built(), desk.plain()):
            outcome = desk.rollback(pico)
            assert outcome.name == release.manifest.name
            assert outcome.hello is not None and "stopped" not in outcome.hello.able
            assert desk.holds(pico, release)


# ---- verify


@pytest.fixture(scope="module")
def handed_out(tmp_path_factory):
    """(a release with a set for this desk's board and one for a Pico, the releaser's key)."""
    folder = tmp_path_factory.mktemp("handed-out")
    public = signature.new_key(folder / "release.key")
    made = [build("armv6m"), desk.built()]
    bundle.write_each(made, folder / "sets", folder / "release.key")
    return folder / "sets", public


def test_verify_takes_what_is_made_for_the_boards_own_architecture(
    in_service, tmp_path, handed_out
):
    sets, public = handed_out
    flat = tmp_path / "flat"  # as `make release` leaves them
    flat.mkdir()
    for one in sets.iterdir():
        for name in (MANIFEST, bundle.SIGNATURE):
            (flat / bundle.named_for(name, one.name)).write_bytes((one / name).read_bytes())
    here = bench.architecture()
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        assert _flash(pico).hello is not None
        desk.into_maintenance(pico)
        for words in (
            (),
            ("--manifest", str(sets), "--key", str(public)),
            ("--manifest", str(flat), "--key", str(public)),
            ("--manifest", str(sets / here), "--key", str(public)),
        ):
            done = cardtable("verify", *words, "--json", CARDTABLE_PORT=pico.port)
            assert done.returncode == 0, done.stderr + done.stdout
            assert json.loads(done.stdout)["architecture"] == here
            assert json.loads(done.stdout)["release"] == desk.built().manifest.name

        given = str(sets / "armv6m" / MANIFEST)
        other = cardtable("verify", "--manifest", given, "--json", CARDTABLE_PORT=pico.port)
        assert other.returncode == 1
        assert f"is for armv6m, the board runs machine code for {here}" in other.stderr
        differ = desk.with_machine_code(desk.built()) | {MANIFEST}
        assert set(json.loads(other.stdout)["altered"]) == differ

        bundle.write_each(
            [build("armv6m"), build("armv7emsp")], tmp_path / "others", public.with_suffix("")
        )
        none = cardtable("verify", "--manifest", str(tmp_path / "others"), CARDTABLE_PORT=pico.port)
        assert none.returncode == BAD_INPUT
        assert f"no manifest for {here}" in none.stderr and "armv6m, armv7emsp" in none.stderr


def test_every_signature_of_a_release_is_checked_before_a_board_is_looked_for(tmp_path, handed_out):
    _, public = handed_out
    made = [build("armv6m"), build("armv7emsp")]
    bundle.write_each(made, tmp_path / "sets", public.with_suffix(""))
    last = tmp_path / "sets" / "armv7emsp" / MANIFEST
    last.write_bytes(last.read_bytes().replace(b'"0.2.0"', b'"6.6.6"'))
    words = ("verify", "--manifest", str(tmp_path / "sets"), "--key", str(public))
    done = cardtable(*words, CARDTABLE_PORT=str(tmp_path / "no-port"))
    assert done.returncode == 4 and f"the signature of {last} is wrong" in done.stderr
    (tmp_path / "empty").mkdir()
    done = cardtable("verify", "--manifest", str(tmp_path / "empty"))
    assert done.returncode == BAD_INPUT and "there is no manifest.json in" in done.stderr


# ---- without a board


@pytest.mark.parametrize("words", [("release", "make"), ("flash", "--bundle")])
def test_a_folder_for_nobodys_board_has_a_set_for_each_architecture(tmp_path, words):
    public = signature.new_key(tmp_path / "release.key")
    out = tmp_path / "out"
    done = cardtable(*words, str(out), "--key", str(tmp_path / "release.key"))
    assert done.returncode == 0, done.stderr
    assert {one.name for one in out.iterdir()} == set(architectures())
    for arch in architectures():
        release = build(arch)
        assert f"release {release.manifest.name} for {arch}" in done.stdout
        for path, content in release.files.items():
            assert (out / arch / "files" / path).read_bytes() == content
        listed = (out / arch / MANIFEST).read_bytes()
        assert listed == release.files[MANIFEST]
        signature.check(listed, (out / arch / bundle.SIGNATURE).read_bytes(), public, arch)


@pytest.mark.parametrize("board", ["pico", "pico2"])
def test_without_a_board_its_definition_says_what_it_would_get(board):
    done = cardtable("flash", "--dry-run", "--board", board, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["architecture"] == load(board).architecture
    assert told["release"] == build(load(board).architecture).manifest.name


def test_the_definitions_name_the_cores_of_their_chips():
    assert load("pico").architecture == "armv6m"
    assert load("pico2").architecture == "armv7emsp"
    assert set(architectures()) >= {"armv6m", "armv7emsp"}
    assert load("pico").architecture == PICO
