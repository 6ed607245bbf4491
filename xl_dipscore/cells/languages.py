"""Powers, headings and marks in other languages than English, which is all that we write.

One more language is one more entry of LANGUAGES.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from xl_dipscore.board import POWERS

Word = str | int
LONGEST = 60
"""Characters of a word that is looked up."""


class Language(NamedTuple):
    """The words of a language, with commas between them."""

    powers: str
    """In our order; further names of a power after a stroke. Letters are those of the first names."""
    headings: Mapping[str, str]
    """By our words for columns; what is the same in English is left out. One in brackets has that meaning
    only where no other heading has it."""
    here: str
    """What stands before the number of a round on a roster: is the player there?"""
    novice: str
    experienced: str
    """Levels of players."""
    yes: str
    no: str
    final: str
    terms: str
    """Where the terms of the game were found."""


SOURCE = (
    "Countries are those of Unicode's CLDR 48 (https://cldr.unicode.org), other names and the terms of the "
    "game those of rules and reports in the language; yes and no are CLDR's too, and TRUE and FALSE what "
    "Excel writes."
)

LANGUAGES: Mapping[str, Language] = {
    "French": Language(
        powers="Autriche/Autriche-Hongrie, Angleterre/Grande-Bretagne/Royaume-Uni, France, Allemagne, "
        "Italie, Russie, Turquie",
        headings={
            "round": "Ronde, Manche, (Tour)",
            "board": "Table, Plateau",
            "power": "Puissance, (Pays)",
            "player": "Joueur, Joueuse, (Nom)",
            "first name": "Prénom",
            "last name": "Nom de famille",
            "centres": "Centres de ravitaillement",
            "draw": "Nul, Nulle, Match nul, Partie nulle",
            "eliminated": "Éliminé, Éliminée",
            "year": "Année, Dernière année",
            "docked": "Centres retirés, Retirés",
            "civil_disorder": "Désordre civil, Anarchie",
            "new_player": "Nouveau joueur, Nouvelle joueuse",
            "unranked": "Hors classement, Non classé, Hors concours",
            "tiebreak": "Départage",
            "override": "Score imposé",
            "extra_points": "Points supplémentaires, Points bonus",
            "weight": "Poids, Pondération",
            "team": "Équipe",
            "apart": "Séparer, Séparé de, À séparer",
            "level": "Niveau",
            "novice": "Débutant, Débutante",
            "prefers": "Préférence, Préfère, Vœux",
            "rating": "Cote",
            "score": "Points marqués",
            "two boards": "Deux tables, Deux plateaux",
        },
        here="Présent, Présente, Présence",
        novice="débutant, débutante, nouveau, nouvelle",
        experienced="expérimenté, expérimentée, confirmé, confirmée, vétéran, habitué, habituée",
        yes="oui, vrai",
        no="non, faux",
        final="Finale",
        terms="http://crevoisier.chez-alice.fr/regles_du_jeu.htm and the pages of https://diplomania-gen.fr",
    ),
    "German": Language(
        powers="Österreich/Österreich-Ungarn, England/Großbritannien/Vereinigtes Königreich, Frankreich, "
        "Deutschland/Deutsches Reich, Italien, Russland/Russisches Reich, Türkei/Osmanisches Reich",
        headings={
            "round": "Runde",
            "board": "Brett, Spielbrett, Tisch",
            "power": "Großmacht, Macht, Nation, (Land)",
            "player": "Spieler, Spielerin",
            "first name": "Vorname",
            "last name": "Nachname, Familienname",
            "centres": "Zentren, Versorgungszentren, VZ",
            "draw": "Remis, Unentschieden",
            "eliminated": "Ausgeschieden, Eliminiert",
            "year": "Jahr, Spieljahr, Letztes Jahr",
            "docked": "Abzug, Abgezogen",
            "civil_disorder": "Zivile Unruhen, Unruhen, Anarchie",
            "new_player": "Neuer Spieler, Neue Spielerin",
            "unranked": "Außer Wertung, Ohne Wertung, Außer Konkurrenz",
            "tiebreak": "Stichentscheid, Feinwertung",
            "override": "Festgesetzt",
            "extra_points": "Zusatzpunkte, Bonuspunkte",
            "weight": "Gewicht, Gewichtung",
            "team": "Mannschaft",
            "club": "Verein, Klub",
            "apart": "Getrennt, Getrennt von, Trennen",
            "level": "Niveau, Stufe",
            "novice": "Anfänger, Anfängerin, Neuling",
            "prefers": "Wünsche, Präferenzen, Bevorzugt",
            "rating": "Wertungszahl",
            "score": "Punkte, Punktzahl",
            "two boards": "Zwei Bretter, Zwei Tische",
        },
        here="Anwesend, Dabei",
        novice="anfänger, anfängerin, neuling, neu",
        experienced="erfahren, fortgeschritten, experte, expertin",
        yes="ja, j, wahr",
        no="nein, falsch",
        final="Finale, Endrunde",
        terms="https://vdocuments.net/diplomacy-anleitung.html (Hasbro's rules) and http://ludomaniac.de",
    ),
    "Spanish": Language(
        powers="Austria/Austria-Hungría/Imperio austrohúngaro, Inglaterra/Gran Bretaña/Reino Unido, Francia, "
        "Alemania/Imperio alemán, Italia, Rusia/Imperio ruso, Turquía/Imperio otomano",
        headings={
            "round": "Ronda",
            "board": "Mesa, Tablero",
            "power": "Potencia, (País)",
            "player": "Jugador, Jugadora, (Nombre)",
            "first name": "Nombre de pila",
            "last name": "Apellido, Apellidos",
            "centres": "Centros, Centros de suministro, Centros de abastecimiento",
            "draw": "Empate, Tablas",
            "eliminated": "Eliminado, Eliminada, Eliminación",
            "year": "Año, Último año",
            "docked": "Descontados, Centros descontados",
            "civil_disorder": "Desorden civil, Anarquía",
            "new_player": "Jugador nuevo, Nuevo jugador, Jugadora nueva, Nueva jugadora",
            "unranked": "Fuera de clasificación, Sin clasificar, Fuera de concurso",
            "tiebreak": "Desempate",
            "override": "Puntuación fijada",
            "extra_points": "Puntos extra, Puntos adicionales, Bonificación",
            "weight": "Peso, Ponderación, Coeficiente",
            "team": "Equipo",
            "club": "Asociación",
            "apart": "Separar, Separado de",
            "level": "Nivel",
            "novice": "Principiante, Novato, Novata",
            "prefers": "Preferencias, Prefiere",
            "rating": "Valoración",
            "score": "Puntos, Puntuación",
            "two boards": "Dos mesas, Dos tableros",
        },
        here="Presente, Asiste",
        novice="principiante, novato, novata, nuevo, nueva",
        experienced="experimentado, experimentada, experto, experta, veterano, veterana",
        yes="sí, verdadero",
        no="falso",
        final="La final",
        terms="https://www.comunidadumbria.com/partida/diplomacia-ii/reglamento and the publisher's text of "
        "the Spanish edition (EAN 8436607942726)",
    ),
    "Italian": Language(
        powers="Austria/Austria-Ungheria/Impero austro-ungarico, Inghilterra/Gran Bretagna/Regno Unito, "
        "Francia, Germania, Italia, Russia, Turchia/Impero ottomano",
        headings={
            "round": "Tornata, (Turno)",
            "board": "Tavolo, Tavola, Tabellone",
            "power": "Potenza, Nazione, (Paese)",
            "player": "Giocatore, Giocatrice, (Nome)",
            "first name": "Nome di battesimo",
            "last name": "Cognome",
            "centres": "Centri, Centri di rifornimento, Centri di approvvigionamento",
            "draw": "Patta, Pareggio, Parità",
            "eliminated": "Eliminato, Eliminata, Eliminazione",
            "year": "Anno, Ultimo anno",
            "docked": "Detratti, Centri detratti",
            "civil_disorder": "Disordine civile, Anarchia",
            "new_player": "Nuovo giocatore, Nuova giocatrice",
            "unranked": "Fuori classifica, Fuori concorso",
            "tiebreak": "Spareggio",
            "override": "Punteggio imposto",
            "extra_points": "Punti extra, Punti aggiuntivi",
            "weight": "Peso, Coefficiente",
            "team": "Squadra",
            "club": "Circolo, Associazione",
            "apart": "Separare, Separato da",
            "level": "Livello",
            "novice": "Principiante, Esordiente",
            "prefers": "Preferenze, Preferisce",
            "rating": "Valutazione",
            "score": "Punti, Punteggio",
            "two boards": "Due tavoli",
        },
        here="Presente, Presenza",
        novice="principiante, esordiente, nuovo, nuova",
        experienced="esperto, esperta, veterano, veterana",
        yes="sì, vero",
        no="falso",
        final="Finale",
        terms="https://it.scribd.com/document/173010727/Regole-Diplomacy and https://it.wikipedia.org/wiki/Diplomacy",
    ),
    "Portuguese": Language(
        powers="Áustria/Áustria-Hungria/Império Austro-Húngaro, Inglaterra/Grã-Bretanha/Reino Unido, França, "
        "Alemanha, Itália, Rússia, Turquia/Império Otomano",
        headings={
            "round": "Rodada, Ronda",
            "board": "Mesa, Tabuleiro",
            "power": "Potência, (País)",
            "player": "Jogador, Jogadora, (Nome)",
            "first name": "Primeiro nome, Nome próprio",
            "last name": "Apelido, Sobrenome",
            "centres": "Centros, Centros de abastecimento, Centros de suprimento, Centros de produção",
            "draw": "Empate",
            "eliminated": "Eliminado, Eliminada, Eliminação",
            "year": "Ano, Último ano",
            "docked": "Descontados, Centros descontados",
            "civil_disorder": "Desordem civil, Anarquia",
            "new_player": "Novo jogador, Jogador novo, Nova jogadora, Jogadora nova",
            "unranked": "Fora da classificação, Sem classificação, Fora de concurso",
            "tiebreak": "Desempate",
            "override": "Pontuação fixada",
            "extra_points": "Pontos extra, Pontos extras, Pontos adicionais",
            "weight": "Peso, Coeficiente",
            "team": "Equipe, Equipa",
            "club": "Clube, Associação",
            "apart": "Separar, Separado de",
            "level": "Nível",
            "novice": "Principiante, Iniciante, Novato, Novata",
            "prefers": "Preferências, Prefere",
            "rating": "Avaliação",
            "score": "Pontos, Pontuação",
            "two boards": "Duas mesas, Dois tabuleiros",
        },
        here="Presente, Presença",
        novice="principiante, iniciante, novato, novata, novo, nova",
        experienced="experiente, veterano, veterana, especialista",
        yes="sim, verdadeiro",
        no="não, falso",
        final="A final, Grande final",
        terms="https://pt.scribd.com/document/187721719/As-Regras-Da-Diplomacia and "
        "https://pt.wikipedia.org/wiki/Diplomacia_(jogo)",
    ),
    "Dutch": Language(
        powers="Oostenrijk/Oostenrijk-Hongarije, Engeland/Groot-Brittannië/Verenigd Koninkrijk, Frankrijk, "
        "Duitsland, Italië, Rusland, Turkije",
        headings={
            "round": "Ronde, Speelronde",
            "board": "Bord, Spelbord, Tafel",
            "power": "Grootmacht, Mogendheid, Macht, (Land)",
            "player": "Speler, Speelster, (Naam)",
            "first name": "Voornaam",
            "last name": "Achternaam",
            "centres": "Centra, Aanvoergebieden, Bevoorradingscentra",
            "draw": "Remise, Gelijkspel",
            "eliminated": "Uitgeschakeld, Geëlimineerd",
            "year": "Jaar, Speljaar, Laatste jaar",
            "docked": "Aftrek, Afgetrokken",
            "civil_disorder": "Burgerlijke wanorde, Burgerlijke onrust, Anarchie",
            "new_player": "Nieuwe speler, Nieuwe speelster",
            "unranked": "Buiten mededinging, Buiten klassement",
            "tiebreak": "Beslissing bij gelijke stand",
            "override": "Vastgestelde score",
            "extra_points": "Extra punten, Bonuspunten",
            "weight": "Gewicht, Weging",
            "team": "Ploeg",
            "club": "Vereniging",
            "apart": "Gescheiden, Gescheiden van, Scheiden",
            "level": "Niveau",
            "novice": "Beginneling, Nieuweling",
            "prefers": "Voorkeur, Voorkeuren",
            "rating": "Waardering",
            "score": "Punten",
            "two boards": "Twee borden, Twee tafels",
        },
        here="Aanwezig",
        novice="beginneling, nieuweling, nieuw",
        experienced="ervaren, gevorderd, veteraan",
        yes="ja, j, waar",
        no="nee, onwaar",
        final="Finale",
        terms="http://www.mellekoning.nl/diplomacy/regels/regels.html and "
        "http://spelmagazijn.nl/nl/spelmag/diplom.html (Jumbo's edition)",
    ),
    "Swedish": Language(
        powers="Österrike/Österrike-Ungern, England/Storbritannien, Frankrike, Tyskland, Italien, Ryssland, "
        "Turkiet",
        headings={
            "round": "Omgång, Rond, Runda",
            "board": "Bord, Bräde, Spelbräde",
            "power": "Stormakt, Makt, Nation, (Land)",
            "player": "Spelare, (Namn)",
            "first name": "Förnamn",
            "last name": "Efternamn",
            "centres": "Centra, Försörjningscentra, Försörjningscentrum",
            "draw": "Remi, Oavgjort",
            "eliminated": "Utslagen, Eliminerad",
            "year": "År, Spelår, Sista år",
            "docked": "Avdrag, Avdragna",
            "civil_disorder": "Inre oroligheter, Oroligheter, Anarki",
            "new_player": "Ny spelare",
            "unranked": "Utom tävlan, Utanför tävlan",
            "tiebreak": "Särskiljning",
            "override": "Fastställd poäng",
            "extra_points": "Extrapoäng, Bonuspoäng",
            "weight": "Vikt, Viktning",
            "team": "Lag",
            "club": "Klubb, Förening",
            "apart": "Åtskilda, Åtskild från, Skilj från",
            "level": "Nivå",
            "novice": "Nybörjare",
            "prefers": "Önskemål, Föredrar",
            "rating": "Rankningstal",
            "score": "Poäng",
            "two boards": "Två bord, Två bräden",
        },
        here="Närvarande, Här",
        novice="nybörjare, ny",
        experienced="erfaren, rutinerad, veteran",
        yes="ja, j, sant",
        no="nej, falskt",
        final="Finalen",
        terms="no rules found; everyday words",
    ),
    "Polish": Language(
        powers="Austria/Austro-Węgry, Anglia/Wielka Brytania, Francja, Niemcy, Włochy, Rosja, Turcja",
        headings={
            "round": "Runda",
            "board": "Stół, Stolik, Plansza",
            "power": "Mocarstwo, Państwo, (Kraj)",
            "player": "Gracz, Zawodnik, Zawodniczka, (Imię i nazwisko)",
            "first name": "Imię",
            "last name": "Nazwisko",
            "centres": "Centra, Centra zaopatrzenia, Centra zaopatrzeniowe",
            "draw": "Remis",
            "eliminated": "Wyeliminowany, Wyeliminowana, Wyeliminowane, Eliminacja",
            "year": "Rok, Ostatni rok",
            "docked": "Odjęte, Potrącone",
            "civil_disorder": "Zamieszki, Anarchia",
            "new_player": "Nowy gracz",
            "unranked": "Poza klasyfikacją, Poza konkursem",
            "tiebreak": "Rozstrzygnięcie remisu",
            "override": "Wynik ustalony",
            "extra_points": "Punkty dodatkowe, Dodatkowe punkty",
            "weight": "Waga",
            "team": "Drużyna, Zespół",
            "club": "Klub",
            "apart": "Osobno, Rozdzielić",
            "level": "Poziom",
            "novice": "Nowicjusz, Nowicjuszka, Początkujący, Początkująca",
            "prefers": "Preferencje, Woli",
            "rating": "Ocena",
            "score": "Punkty, Wynik",
            "two boards": "Dwa stoły, Dwie plansze",
        },
        here="Obecny, Obecna, Obecność",
        novice="nowicjusz, nowicjuszka, początkujący, początkująca, nowy, nowa",
        experienced="doświadczony, doświadczona, zaawansowany, zaawansowana, weteran, weteranka",
        yes="tak, prawda",
        no="nie, fałsz",
        final="Finał",
        terms="http://nest.republika.pl/dplm.html",
    ),
    "Russian": Language(
        powers="Австрия/Австро-Венгрия, Англия/Великобритания, Франция, Германия, Италия, Россия, Турция",
        headings={
            "round": "Раунд, Тур",
            "board": "Стол, Доска",
            "power": "Держава, (Страна)",
            "player": "Игрок, (Имя)",
            "first name": "Имя и отчество",
            "last name": "Фамилия",
            "centres": "Центры, Центры снабжения",
            "draw": "Ничья",
            "eliminated": "Выбыл, Выбыла, Выбыло, Выбывание",
            "year": "Год, Последний год",
            "docked": "Вычет, Вычтено, Снято центров",
            "civil_disorder": "Гражданские беспорядки, Беспорядки, Анархия",
            "new_player": "Новый игрок",
            "unranked": "Вне зачёта, Вне конкурса",
            "tiebreak": "Тай-брейк, Дополнительный показатель",
            "override": "Назначенные очки",
            "extra_points": "Дополнительные очки, Бонус",
            "weight": "Вес, Коэффициент",
            "team": "Команда",
            "club": "Клуб",
            "apart": "Отдельно, Врозь",
            "level": "Уровень",
            "novice": "Новичок",
            "prefers": "Предпочтения, Предпочитает",
            "rating": "Рейтинг",
            "score": "Очки, Счёт",
            "two boards": "Два стола, Две доски",
        },
        here="Присутствует, Здесь",
        novice="новичок, начинающий, начинающая",
        experienced="опытный, опытная, ветеран",
        yes="да, д, истина",
        no="нет, н, ложь",
        final="Финал",
        terms="http://dipfan.narod.ru/fullrules.html (the rules of the 4th edition)",
    ),
}

_ENGLISH = "English"
_SPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa"})
_UNMARKED = str.maketrans({"ł": "l", "œ": "oe"})
"""Letters that have no mark to be taken off."""


# -- words ------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def plain(word: str) -> str:
    """A word by its letters and digits, without case and accents: `OSTERREICH` is `Österreich`."""
    if len(word) > LONGEST:
        return ""
    letters = word.casefold()
    if not letters.isascii():
        letters = unicodedata.normalize("NFKD", letters.translate(_UNMARKED))
    return letters if letters.isalnum() else "".join(filter(str.isalnum, letters))


def listed(words: str) -> list[str]:
    """The words of an entry, without brackets."""
    return [word.strip(" ()") for word in words.split(",")]


def spellings(word: str) -> set[str]:
    """How a word of the table is looked up: without accents, or `Oesterreich` for `Österreich`."""
    composed = word.casefold()
    spelt = composed.translate(_SPELT)
    return {plain(one) for one in {composed, spelt}}


def _known(words: str) -> set[str]:
    return set(chain.from_iterable(map(spellings, listed(words))))


def _in_brackets(words: str) -> set[str]:
    return set(chain.from_iterable(spellings(word) for word in words.split(",") if "(" in word))


_WORDS: dict[str, str] = {}
_LAST_RESORT: set[str] = set()
_YES: set[str] = set()
_NO: set[str] = set()
_FINAL: set[str] = set()
_HERE: set[str] = set()
_NOVICE: set[str] = set()
_EXPERIENCED: set[str] = set()
for _one in LANGUAGES.values():
    for _word, _headings in _one.headings.items():
        _WORDS.update(dict.fromkeys(_known(_headings), _word))
        _LAST_RESORT |= _in_brackets(_headings)
    _YES |= _known(_one.yes)
    _NO |= _known(_one.no)
    _FINAL |= _known(_one.final)
    _HERE |= _known(_one.here)
    _NOVICE |= _known(_one.novice)
    _EXPERIENCED |= _known(_one.experienced)


def heading(text: str) -> str | None:
    """Our word for what stands above a column, if it is one of this table."""
    return _WORDS.get(plain(text))


def presence(text: str) -> int | None:
    """The round of a column that says who is there, such as `Présent 2`."""
    found = re.fullmatch(r"(\D+)([1-9]\d{0,3})", plain(text))
    return int(found[2]) if found and found[1] in _HERE else None


def rank(heading: object) -> int:
    """Which of two headings has the meaning that both may have? English ones come first, and those that mean
    much else come last."""
    word = plain(str(heading))
    return 2 if word not in _WORDS else 0 if word in _LAST_RESORT else 1


def meanings(header: Iterable[object], meaning: Callable[[Any], Word | None]) -> list[Word | None]:
    """What each heading means. Of two in different words the one of lower rank is another column; two of one
    rank have the same meaning, which is for the caller to refuse.
    """
    cells = list(header)
    found = [meaning(cell) for cell in cells]
    if len({*found} - {None}) == len(found) - found.count(None):
        return found
    best: dict[Word | None, int] = {}
    for cell, word in zip(cells, found, strict=True):
        best[word] = max(best.get(word, 0), rank(cell))
    return [word if rank(cell) == best[word] else None for cell, word in zip(cells, found, strict=True)]


def mark(text: str) -> bool | None:
    """Yes or no in one of these languages; None when it is neither."""
    word = plain(text)
    return True if word in _YES else False if word in _NO else None


def is_final(cell: object) -> bool:
    """Is this the round Final, in English or another language?"""
    return isinstance(cell, str) and (cell.strip().casefold() == "final" or plain(cell) in _FINAL)


def is_novice(level: str) -> bool | None:
    """Is this the level of novices, or of all others? None when it is neither."""
    word = plain(level)
    return True if word in _NOVICE else False if word in _EXPERIENCED else None


# -- powers -----------------------------------------------------------------------------------


def _names(language: str) -> list[list[str]]:
    """The names of each power, the usual one first."""
    if language == _ENGLISH:
        return [["Austria", "Austria-Hungary"], *([name] for name in POWERS[1:])]
    return [names.strip().split("/") for names in LANGUAGES[language].powers.split(",")]


_SEATS: dict[str, int] = {}
_SPEAKERS: dict[str, frozenset[str]] = {}
"""The languages that have a name."""
_INITIALS: dict[str, dict[str, dict[int, str]]] = {}
"""The powers of each language by their first letters."""
for _language in (_ENGLISH, *LANGUAGES):
    _INITIALS[_language] = {}
    for _seat, _all in enumerate(_names(_language)):
        _INITIALS[_language].setdefault(plain(_all[0])[0], {})[_seat] = _all[0]
        for _name in set(chain.from_iterable(map(spellings, _all))):
            _SEATS[_name] = _seat
            _SPEAKERS[_name] = _SPEAKERS.get(_name, frozenset()) | {_language}


def seat_named(text: str) -> int | None:
    """The seat of a power with this name."""
    return _SEATS.get(plain(text))


class Letters(NamedTuple):
    """What single letters mean in a column that names powers in other languages than English."""

    languages: tuple[str, ...]

    def _powers(self, letter: str) -> dict[int, dict[str, None]]:
        """The powers whose names begin with a letter, and these names."""
        found: dict[int, dict[str, None]] = {}
        for language in self.languages:
            for seat, name in _INITIALS[language].get(plain(letter), {}).items():
                found.setdefault(seat, {})[name] = None
        return found

    def seat(self, letter: str) -> int | None:
        """The one power whose name begins with it."""
        seats = self._powers(letter)
        return next(iter(seats)) if len(seats) == 1 else None

    def names(self, letter: str) -> list[str]:
        """The names that begin with it."""
        return [*dict.fromkeys(chain.from_iterable(self._powers(letter).values()))]


def is_letter(text: str) -> bool:
    """Is it a single letter, perhaps with a full stop?"""
    return len(word := plain(text)) == 1 and word.isalpha()


_USUAL = frozenset({"", "None", *POWERS, *(power[0] for power in POWERS)})


def letters_in(column: Iterable[object]) -> Letters | None:
    """What letters mean in a column of powers; None where they are English, as no cell has a name that only
    other languages have."""
    words = {*map(str, column)}
    if words <= _USUAL:
        return None
    spoken = [found for word in words if (found := _SPEAKERS.get(plain(word)))]
    if all(_ENGLISH in found for found in spoken):
        return None
    sure = frozenset[str]().union(*(found for found in spoken if len(found) == 1))
    rest = [found for found in spoken if not found & sure]
    if rest:
        sure |= frozenset.intersection(*rest) or frozenset.union(*rest)
    return Letters(tuple(one for one in (_ENGLISH, *LANGUAGES) if one in sure))
