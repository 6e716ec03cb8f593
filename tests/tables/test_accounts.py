"""Names and passwords."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher, Type
from msgspec.structs import replace
from sqlalchemy import select, update

from malecon.core.errors import UsageError
from malecon.services import common_passwords, passwords
from malecon.services.accounts import Accounts, fold_account
from malecon.services.common_passwords import common_words, is_common
from malecon.services.passwords import SHORTEST, validate_password
from malecon.storage.people import People, Person
from malecon.storage.schema import PEOPLE
from malecon.storage.sessions import Browser, Sessions
from malecon.storage.store import Store
from malecon.tables import NotYours, TableError
from waiting import finish

IN_EARNEST = passwords.HASHER
WORDS = cache(common_words)
GOOD = "sand between two tides"
COMMON = """
12345678 123456789 1234567890 password password1 qwerty123 1q2w3e4r 11111111 iloveyou qwertyuiop 1qaz2wsx asdfghjkl
princess sunshine football baseball 87654321 88888888 00000000 superman 12341234 trustno1 michelle jennifer abcd1234
11223344 qwer1234 password123 letmein1 welcome1 passw0rd P@ssw0rd Passwort1 motdepasse azertyuiop Soleil123 doudou12
chocolat1 zaq12wsx 1q2w3e4r5t asdasdasd 123123123 147258369 987654321 a1b2c3d4 aa12345678 google123 computer starwars
whatever 19870612 31121999 Malecon2026! cubacuba havana123 admin123 administrator qazwsxedc 159753456 q1w2e3r4 zxcvbnm1
asdf1234 butterfly 1234qwer q1w2e3r4t5y6 monkey123 dragon12 charlie1 liverpool1 jordan23 ççççççççç ???????????
12345678910 aaaaaaaaaaaa qwertyuiop12 Tr0ub4dor&3 Tr0ub4dour&3 tr0ubad0r!! $unshine2024! drowssap1 m0nkeym0nkey
!!!Elizabeth
Sunflower#42 helicopter9 Met4llic4! charlotte-charlotte MALECON#1 cuba-cuba-cuba
"""


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are kept with less work than in earnest, and the list of common ones is read once."""
    monkeypatch.setattr(common_passwords, "common_words", WORDS)
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture
def accounts(store: Store) -> Accounts:
    return Accounts(store)


@pytest.fixture
def ana(people: People, accounts: Accounts) -> tuple[Person, str]:
    """Ana with a password, and the token of her browser."""
    person, token = finish(people.create())
    token = accounts.create(person, "Ana María", GOOD, Browser(token))
    found = finish(people.find(token))
    assert found
    return found, token


@pytest.mark.parametrize("password", COMMON.split())
def test_what_many_people_choose_is_refused(password: str) -> None:
    with pytest.raises(UsageError, match="Too many people"):
        validate_password(password)


@pytest.mark.parametrize(
    "password", [GOOD, "maracuja7x", "correct horse battery staple", "xK9#mQ2$vL", "猫が海を見ているよ"]
)
def test_what_nobody_would_guess_is_taken(password: str) -> None:
    assert validate_password(password) == password


@pytest.mark.parametrize("password", ["", "x7#kQ2!"])
def test_a_short_password_is_refused(password: str) -> None:
    with pytest.raises(UsageError, match="at least 8"):
        validate_password(password)


def test_a_password_may_be_long_but_not_endless() -> None:
    assert validate_password("a sea and its wall " * 50)
    with pytest.raises(UsageError, match="at most 1000"):
        validate_password("a sea and its wall " * 60)


def test_what_is_in_the_list_is_refused_whatever_stands_around_it() -> None:
    long = sorted(word for word in WORDS() if len(word) >= SHORTEST)
    assert len(long) >= 40_000

    assert [word for word in long[::10] if not is_common(word)] == []
    letters = [word for word in long if word.isalpha()][::97]
    assert len(letters) > 200
    for bent in (
        str.upper, str.title, lambda word: word[::-1], lambda word: f"{word}1987", lambda word: f"#{word}!!",
        lambda word: word.replace("a", "4").replace("e", "3").replace("o", "0"), lambda word: word * 2,
        lambda word: f"{word[:3]}x{word[3:]}", lambda word: word[:3] + word[4:] + "77",
    ):  # fmt: skip
        assert [bent(word) for word in letters if not is_common(bent(word))] == []


def test_the_own_name_is_no_password() -> None:
    assert is_common("ZoraQuindel-1999", "Zora Quindél")
    assert not is_common("ZoraQuindel-1999", "Ben")


def test_a_password_is_kept_as_argon2_and_nowhere_else(store: Store, ana: tuple[Person, str], tmp_path: Path) -> None:
    with store.reading() as connection:
        account, password = connection.execute(select(PEOPLE.c.account, PEOPLE.c.password)).one()
    store.close()

    assert account == "ana maría"
    assert password.startswith("$argon2id$")
    assert GOOD.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


def test_passwords_are_kept_with_the_memory_and_work_of_owasps_minimum() -> None:
    assert (IN_EARNEST.memory_cost, IN_EARNEST.time_cost, IN_EARNEST.parallelism) == (19 * 1024, 2, 1)
    assert not IN_EARNEST.check_needs_rehash(passwords.DUMMY_HASH)


@pytest.mark.parametrize(
    "outdated",
    [
        PasswordHasher(time_cost=2, memory_cost=16, parallelism=1),
        PasswordHasher(time_cost=1, memory_cost=16, parallelism=2),
        PasswordHasher(time_cost=1, memory_cost=8, parallelism=1, hash_len=16),
        PasswordHasher(time_cost=1, memory_cost=8, parallelism=1, type=Type.I),
    ],
    ids=["more memory", "more lanes", "shorter", "another type"],
)
def test_an_outdated_hash_opens_its_account_and_is_replaced_then(
    store: Store, accounts: Accounts, ana: tuple[Person, str], outdated: PasswordHasher
) -> None:
    def stored() -> str:
        with store.reading() as connection:
            return str(connection.execute(select(PEOPLE.c.password)).scalar_one())

    before = outdated.hash(GOOD)
    with store.writing() as connection:
        connection.execute(update(PEOPLE).values(password=before))

    with pytest.raises(NotYours):
        accounts.sign_in("Ana María", "wrong")
    assert stored() == before
    assert accounts.sign_in("Ana María", GOOD) == ana[0].id
    after = stored()
    assert not passwords.HASHER.check_needs_rehash(after)
    assert accounts.sign_in("Ana María", GOOD) == ana[0].id
    assert stored() == after  # a hash of today stays


def test_signing_up_keeps_the_person_and_changes_the_token(people: People, accounts: Accounts) -> None:
    person, old = finish(people.create())
    token = accounts.create(person, "Ana", GOOD, Browser(old))
    found = finish(people.find(token))

    assert found
    assert (found.id, found.account, found.name) == (person.id, "ana", "Ana")
    assert finish(people.find(old)) is None
    with pytest.raises(TableError, match="already"):
        accounts.create(found, "Ben", GOOD, Browser(token))


def test_who_has_a_name_at_the_tables_keeps_it(people: People, accounts: Accounts) -> None:
    person, token = finish(people.create())
    finish(people.save(replace(person, name="Carla")))
    found = finish(people.find(accounts.create(person, "Ana", GOOD, Browser(token))))

    assert found
    assert (found.account, found.name) == ("ana", "Carla")


def test_capitals_blanks_and_forms_of_letters_make_no_difference(accounts: Accounts, ana: tuple[Person, str]) -> None:
    assert accounts.sign_in("  ANA  MARÍA", GOOD) == ana[0].id
    assert accounts.sign_in("ana mari\u0301a", GOOD) == ana[0].id
    assert fold_account("ＡＮＡ") == "ana"


def test_a_name_is_one_persons(people: People, accounts: Accounts, ana: tuple[Person, str]) -> None:
    ben, token = finish(people.create())
    with pytest.raises(UsageError, match="already"):
        accounts.create(ben, "ana maría", GOOD, Browser(token))

    assert finish(people.find(token)) == ben


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\u202eb", "ﬃ" * 40])
def test_a_name_cannot_be_just_anything(people: People, accounts: Accounts, name: str) -> None:
    with pytest.raises(UsageError):
        accounts.create(finish(people.create())[0], name, GOOD, Browser())


def test_an_unknown_name_is_refused_as_a_wrong_password_is(
    accounts: Accounts, ana: tuple[Person, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []

    class Counting(PasswordHasher):
        def verify(self, hash: Any, password: Any) -> Any:
            looks.append(password)
            return super().verify(hash, password)

    monkeypatch.setattr(passwords, "HASHER", Counting())
    answers = set()
    for name, password in (
        ("Ana María", "wrong"),
        ("nobody", "wrong"),
        ("", "wrong"),
        ("x" * 99, "wrong"),
        ("é\0", ""),
    ):
        with pytest.raises(NotYours) as refused:
            accounts.sign_in(name, password)
        answers.add(str(refused.value))

    assert len(answers) == 1
    assert len(looks) == 5


def test_a_person_without_an_account_cannot_be_signed_in(people: People, accounts: Accounts) -> None:
    finish(people.create())
    for name in ("", "None"):
        with pytest.raises(NotYours):
            accounts.sign_in(name, "nobody has this one")


def test_changing_the_password_asks_for_the_old_one(accounts: Accounts, ana: tuple[Person, str]) -> None:
    person, token = ana
    with pytest.raises(NotYours, match="not your password"):
        accounts.change_password(person, "wrong", "another sea and its wall", Browser(token), alone=True)
    with pytest.raises(UsageError):
        accounts.change_password(person, GOOD, "12345678", Browser(token), alone=True)

    assert accounts.sign_in("Ana María", GOOD) == person.id


@pytest.mark.parametrize("alone", [False, True])
def test_changing_the_password_changes_the_token_and_ends_the_others_if_asked(
    store: Store, people: People, accounts: Accounts, ana: tuple[Person, str], alone: bool
) -> None:
    person, token = ana
    other = finish(Sessions(store).renew(person.id, Browser()))
    fresh = accounts.change_password(person, GOOD, "another sea and its wall", Browser(token), alone=alone)

    assert finish(people.find(token)) is None
    assert finish(people.find(fresh)) == person
    assert (finish(people.find(other)) is None) == alone
    assert accounts.sign_in("Ana María", "another sea and its wall") == person.id
    with pytest.raises(NotYours):
        accounts.sign_in("Ana María", GOOD)
