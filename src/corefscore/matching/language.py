"""Pronouns of many languages, and the type of each mention: pronoun, name or noun phrase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Bools, Ints, ints, numbers
from corefscore.core.corpus import Corpus
from corefscore.core.views import CHARACTER, NO_WORD
from corefscore.formats.memory import is_loose

PRONOUNS: Mapping[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": """
            i me my mine myself you your yours yourself yourselves he him his himself she her hers herself it its
            itself we us our ours ourselves they them their theirs themselves themself one oneself ya ye thou thee thy
            thine this that these those who whom whose which what whoever whomever whichever whatever someone somebody
            something anyone anybody anything everyone everybody everything nobody nothing none each other another both
            'em 'im y'all
        """,
        "de": """
            ich mich mir mein meine meinen meinem meiner meines du dich dir dein deine deinen deinem deiner deines er
            ihn ihm sein seine seinen seinem seiner seines sie ihr ihre ihren ihrem ihrer ihres ihnen es wir uns unser
            unsere unseren unserem unserer unseres euch euer eure euren eurem eurer eures sich selbst selber man dieser
            diese dieses diesen diesem jener jene jenes jenen jenem derjenige diejenige dasjenige derselbe dieselbe
            dasselbe wer wen wem wessen was welcher welche welches welchen welchem dessen deren denen jemand niemand
            etwas nichts jeder jede jedes jeden jedem alle allen aller beide beiden einander
        """,
        "nl": """
            ik mij me mijn mijne mezelf mijzelf jij je jou jouw jouwe jezelf jullie u uw uwe uzelf hij hem 'm zijn
            zijne z'n zij ze haar hare d'r het 't wij we ons onze onszelf hen hun hunne zich zichzelf men dit dat deze
            die wie wiens wat welk welke iemand niemand iets niets ieder iedereen elk elke alles allen beide beiden
            elkaar elkaars m'n dezelfde hetzelfde degene diegene datgene
        """,
        "es": """
            yo me mí mi mis mío mía míos mías conmigo tú te ti tu tus tuyo tuya tuyos tuyas contigo vos usted ustedes
            él ella ello ellos ellas lo la le los las les se sí consigo su sus suyo suya suyos suyas nosotros nosotras
            nos nuestro nuestra nuestros nuestras vosotros vosotras os vuestro vuestra vuestros vuestras este esta esto
            estos estas ese esa eso esos esas aquel aquella aquello aquellos aquellas éste ésta ése ésa aquél aquélla
            quien quienes que cual cuales cuyo cuya cuyos cuyas qué quién cuál alguien alguno alguna algo nadie ninguno
            ninguna nada ambos ambas mismo misma mismos mismas uno
        """,
        "fr": """
            je j' me m' moi mon ma mes mien mienne miens miennes tu te t' toi ton ta tes tien tienne tiens tiennes il
            elle on se s' soi lui son sa ses sien sienne siens siennes le la l' les leur leurs nous notre nos nôtre
            nôtres vous votre vos vôtre vôtres ils elles eux y en ce c' ça cela ceci celui celle ceux celles celui-ci
            celle-ci celui-là celle-là cet cette ces qui que qu' quoi dont lequel laquelle lesquels lesquelles quiconque
            quelqu'un personne rien chacun chacune aucun aucune même mêmes moi-même toi-même lui-même elle-même
            soi-même nous-mêmes vous-même vous-mêmes eux-mêmes elles-mêmes -il -elle -on -ils -elles -je -tu -nous
            -vous -ce -le -la -les -lui -leur
        """,
        "zh": """
            我 你 您 他 她 它 牠 祂 我们 你们 您们 他们 她们 它们 咱 咱们 俺 俺们 我們 你們 他們 她們 它們 咱們 自己
            自个儿 自身 本人 本身 人家 别人 別人 他人 大家 彼此 相互 互相 这 那 这个 那个 这些 那些 這 這個 那個
            這些 其 其中 之 此 该 該 谁 誰 什么 什麼 哪个 哪個 哪些 这里 那里 這裡 那裡 这儿
            那儿 各自 双方 雙方 前者 后者 後者 两者 兩者 某 某些
        """,
        "ar": """
            أنا انا نحن أنت انت أنتم انتم أنتن انتن أنتما هو هي هم هن هما إياه إياها إياهم ه ها هم هن هما ك كم كن كما
            ي ني نا +ه +ها +هم +هن +هما +ك +كم +ي +ني +نا -ه -ها -هم -هن -هما -ك -كم -ي -ني -نا هذا هذه هذان هذين
            هاتان هاتين هؤلاء ذلك تلك أولئك اولئك ذاك الذي التي الذين اللذان اللذين اللتان اللتين اللاتي اللواتي من ما
            نفسه نفسها أنفسهم انفسهم نفسي أحد احد بعضهم كلاهما كلتاهما
        """,
        "ru": """
            я меня мне мной мною ты тебя тебе тобой тобою он его него ему нему им ним нём нем она её ее неё нее ей ней
            ею нею оно мы нас нам нами вы вас вам вами они их них ими ними себя себе собой собою мой моя моё мое мои
            моего моей моих моему моим мою моими моём моем твой твоя твоё твое твои твоего твоей твоих твоему твоим
            твою наш наша наше наши нашего нашей наших нашему нашим нашу ваш ваша ваше ваши вашего вашей ваших вашему
            вашим вашу свой своя своё свое свои своего своей своих своему своим свою своими своём своем этот эта это
            эти этого этой этих этому этим эту этими этом тот та то те того той тех тому тем ту теми том кто кого кому
            кем ком что чего чему чем чём который которая которое которые которого которой которых которому которым
            которую которыми котором чей чья чьё чье чьи кто-то кто-нибудь что-то никто ничто сам сама само сами самого
            самой самих самому самим все всё каждый друг друга
        """,
    }.items()
}

FUNCTION_WORDS: Mapping[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": """
            a an the 's s ' ’s ’ of in on at by for from to with without into onto about as and or but nor not n't than
            then over under between among through during before after against within is are was were be been being has
            have had do does did will would can could may might must shall should there here so if when where while no
            some any all such own very just only also too now
        """,
        "de": """
            der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner und oder aber denn
            nicht in im ins an am ans auf aus bei beim mit nach von vom zu zum zur für durch um über unter vor hinter
            zwischen gegen ohne als wie dass daß ist sind war waren hat haben auch nur noch schon sehr so da hier
        """,
        "nl": """
            de een 'n en of maar want niet geen in op aan bij met van voor door uit naar over onder tot om te tegen
            tussen tijdens zonder na als dan er is was waren heeft hebben ook nog al zo nu hier daar 's
        """,
        "es": """
            el un una unos unas del al de a en por para con sin sobre entre hasta desde hacia contra según durante y e
            o u ni pero sino como si no más muy también ya es son era fue ha han todo toda todos todas
        """,
        "fr": """
            un une des du de d' au aux à dans par pour avec sans sous sur entre vers chez contre depuis pendant et ou
            ni mais comme si ne n' pas plus très aussi est sont était a ont tout toute tous toutes
        """,
        "zh": """
            的 了 着 著 在 和 与 與 及 或 对 對 从 從 向 为 為 以 把 被 等 是 有 不 也 都 就 一
            个 個 位 名 种 種 所 地 得
        """,
        "ar": """
            ال و ف ب ل في من إلى الى على عن مع بين بعد قبل عند حتى منذ أن ان إن لا لم لن ما قد كان كانت أو او ثم لكن
            كل بعض غير و+ ب+ ل+ ف+ ك+ ال+ س+
        """,
        "ru": """
            и а но или ни не в во на с со к ко о об обо от до из у по за под над при про для без через между перед как
            же ли бы был была было были есть уже ещё еще только так
        """,
    }.items()
}

LANGUAGES = tuple(PRONOUNS)


NAME, NOMINAL, PRONOUN, ZERO, UNKNOWN = range(5)
TYPES = ("name", "nominal", "pronoun", "zero", "unknown")
_PUNCTUATION = ", ; : -- – — ( ) -lrb- -rrb- [ ] . ? ! \" `` '' « »"
STOP_WORDS: Mapping[str, frozenset[str]] = {
    language: frozenset(f"{words} {_PUNCTUATION}".split())
    for language, words in {
        "en": """
            of in on at by for from with without to into onto about above after against among around as before behind
            below between during inside near outside over since through under until upon within who whom whose which
            that where when and or but
        """,
        "de": """
            von vom in im aus mit nach zu zum zur für über unter vor bei beim durch gegen ohne um und oder wo dessen
            deren
        """,
        "nl": "van in op aan bij met voor door uit naar over onder tot om tegen tussen zonder na die dat waar en of",
        "es": "de del en por para con sin sobre entre hasta desde hacia contra según que quien cuyo cuya donde y e o u",
        "fr": "de du des d' à au aux en dans par pour avec sans sous sur entre vers chez qui que qu' dont où et ou",
        "ru": """
            в во на с со к ко о об от до из у по за под над при про для без через между который которая которое которые
            и или
        """,
        "zh": "",
        "ar": "",
    }.items()
}
"""Words that end a noun phrase, by language. The likely head is before the first of them."""
HEAD_FIRST = frozenset(["ar"])
"""Languages in which the head of a noun phrase is usually its first word."""
_PRO_FORMS = "where when why how here there then all any few many several some such neither either"
PRO_FORMS = frozenset(_PRO_FORMS.split())
"""Words that stand for a place, a time or a number, as pronouns stand for a noun."""
POSSESSIVES = frozenset(["'s", "’s", "'"])


@cache
def closed_words(language: str) -> frozenset[str]:
    """Return the pronouns and function words of a language."""
    return PRONOUNS[language] | FUNCTION_WORDS[language]


@cache
def _languages_of() -> Mapping[str, tuple[str, ...]]:
    words = frozenset().union(*map(closed_words, LANGUAGES))
    return {word: tuple(name for name in LANGUAGES if word in closed_words(name)) for word in words}


def likely_language(words: Iterable[str]) -> str:
    """Return the language whose function words and pronouns are most frequent in a text; English if there are none.

    >>> likely_language("de vrouw zag haar zus en ze lachte".split())
    'nl'
    """
    known = _languages_of()
    votes = dict.fromkeys(LANGUAGES, 0)
    for word, times in Counter(words).items():
        for language in known.get(word.lower(), ()):
            votes[language] += times
    return max(LANGUAGES, key=votes.__getitem__)


@dataclass(eq=False)
class TokenFeatures:
    """The tokens of one document, with columns of their properties.

    Parameters
    ----------
    tokens : list of str
        The tokens.
    sentence : array of int
        The number of the sentence of each token.
    next_core, last_core : array of int
        For each token: the first token from it on, and the last token up to it, that cannot be trimmed off a mention.
    stops : array of int
        The tokens that end a noun phrase. The head is before them.
    possessive, pronoun, name : array of bool
        Whether each token is a possessive ending, a pronoun, a name.
    loose : bool
        Whether the tokens are mentions from memory, and not a real text. A mention may occur twice.
    head_first : bool
        Whether a noun phrase usually begins with its head.
    """

    tokens: list[str]
    sentence: Ints
    next_core: Ints
    last_core: Ints
    stops: Ints
    possessive: Bools
    pronoun: Bools
    name: Bools
    loose: bool
    head_first: bool = False

    @classmethod
    def of(cls, sentences: list[list[str]], loose: bool = False) -> TokenFeatures:
        """Return the features of the tokens in these sentences."""
        tokens = [word for sentence in sentences for word in sentence]
        lower = [token.lower() for token in tokens]
        language = likely_language(lower)
        pronouns = PRO_FORMS | PRONOUNS[language]
        symbol = _column(len(token) == 1 and not token.isalpha() for token in tokens)
        article = _column(word == "the" for word in lower)
        possessive = _column(word in POSSESSIVES for word in lower)
        return cls(
            tokens,
            np.repeat(numbers(len(sentences)), [len(sentence) for sentence in sentences]),
            _next(~(symbol | article)),
            _last(~(symbol | possessive)),
            np.flatnonzero(_column(word in STOP_WORDS[language] for word in lower)),
            possessive,
            _column(word in pronouns for word in lower),
            _names(sentences, set(tokens)),
            loose,
            language in HEAD_FIRST,
        )

    def heads(self, start: Ints, end: Ints) -> Ints:
        """Return the likely head of each mention: the last word before a word or sign that ends a noun phrase."""
        if self.head_first:
            return ints(start)
        index = np.searchsorted(self.stops, start, "right")
        stop = np.append(self.stops, len(self.tokens))[index]
        head = np.minimum(stop - 1, end)
        return ints(np.maximum(head - self.possessive[head], start))

    def trimmed(self, start: Ints, end: Ints) -> tuple[Ints, Ints]:
        """Return the first and last tokens of mentions without articles, possessives and symbols at their ends."""
        first = np.minimum(self.next_core[start], end)
        return first, np.maximum(self.last_core[end], first)

    def types(self, start: Ints, end: Ints, head: Ints) -> Ints:
        """Return the type of each mention, as an index in `TYPES`."""
        named = np.where(self.name[head], NAME, NOMINAL)
        return np.where((start == end) & self.pronoun[start], PRONOUN, named)


def _column(values: Iterable[bool]) -> Bools:
    return np.fromiter(values, dtype=bool)


def _next(wanted: Bools) -> Ints:
    """Return for each row the next wanted row, which may be the row itself."""
    rows = np.where(wanted, numbers(len(wanted)), len(wanted))
    return np.minimum.accumulate(rows[::-1])[::-1]


def _last(wanted: Bools) -> Ints:
    """Return for each row the last wanted row, which may be the row itself."""
    return np.maximum.accumulate(np.where(wanted, numbers(len(wanted)), -1))


def _names(sentences: list[list[str]], seen: set[str]) -> Bools:
    """Return whether each token is capitalised, and not only because it begins a sentence."""
    return _column(
        word[:1].isupper() and (index > 0 or word.lower() not in seen)
        for sentence in sentences
        for index, word in enumerate(sentence)
    )


class MentionFeatures(NamedTuple):
    """The head, the type, and the trimmed first and last token of each mention of a corpus."""

    head: Ints
    type: Ints
    start: Ints
    end: Ints


class TextFeatures:
    """The features of the tokens of each document. They are computed when needed.

    The words are those of the key, or of the response if the key has none.
    """

    def __init__(self, key: Corpus, response: Corpus) -> None:
        self._sides = (key, response)
        self._found: dict[int, TokenFeatures | None] = {}
        self._characters: dict[int, str] = {}

    def __getitem__(self, document: int) -> TokenFeatures | None:
        """Return the tokens of a document. Return None if its words are not known or its mentions are characters."""
        if document not in self._found:
            self._found[document] = self._read(document)
        return self._found[document]

    def _read(self, document: int) -> TokenFeatures | None:
        ends = [side.end[side.view(document).rows] for side in self._sides]
        needed = 1 + max((int(end.max()) for end in ends if end.size), default=-1)
        for side in self._sides:
            origin = side.origins[document]
            text = origin.text if origin.unit != CHARACTER else None
            sentences = text.sentences if text is not None else []
            if any(word != NO_WORD for sentence in sentences for word in sentence):
                lacking = needed - sum(map(len, sentences))
                longer = [*sentences, [NO_WORD] * lacking] if lacking > 0 else sentences
                return TokenFeatures.of(longer, loose=is_loose(text))
        return None

    def quoted(self, document: int, start: int, end: int) -> str:
        """Return the text from one token or character to another, or their numbers if the text is not known."""
        words = self[document]
        if words is not None:
            return " ".join(words.tokens[start : end + 1])
        if document not in self._characters:
            self._characters[document] = self._read_characters(document)
        shown = f"[{start}]" if start == end else f"[{start}-{end}]"
        return self._characters[document][start : end + 1] or shown

    def _heads_in_trees(self, corpus: Corpus, document: int) -> Ints | None:
        """Return the heads of the mentions of a document, if the text of either side has trees."""
        from corefscore.matching.trees import trees_of

        origins = [side.origins[document] for side in self._sides]
        if any(origin.has_empty_nodes for origin in origins):
            return None  # the tokens of both sides together are not the tokens of either text
        trees = next(filter(None, (trees_of(origin.text) for origin in origins)), None)
        rows = corpus.view(document).rows
        if trees is None or not trees.cover(corpus.end[rows]):
            return None
        return ints([trees.head(parts) for parts in corpus.parts_of(numbers(corpus.mentions)[rows])])

    def _read_characters(self, document: int) -> str:
        """Return the text of a document whose mentions are spans of characters."""
        views = (side.view(document) for side in self._sides)
        texts = ("".join(view.tokens or ()) for view in views if view.origin.unit == CHARACTER)
        return next(filter(None, texts), "")

    def of_mentions(self, corpus: Corpus) -> MentionFeatures:
        """Return the features of all mentions of one side. Heads come from the trees of the key, if it has trees."""
        unknown = np.full(corpus.mentions, UNKNOWN)
        found = MentionFeatures(corpus.end.copy(), unknown, corpus.start.copy(), corpus.end.copy())
        for document in range(len(corpus)):
            rows = corpus.view(document).rows
            tokens = self[document] if rows.start < rows.stop else None
            if tokens is not None:
                start, end = corpus.start[rows], corpus.end[rows]
                head = self._heads_in_trees(corpus, document)
                head = tokens.heads(start, end) if head is None else head
                columns = (head, tokens.types(start, end, head), *tokens.trimmed(start, end))
                for column, values in zip(found, columns, strict=True):
                    column[rows] = values
        return _with_known(corpus, found)


def _with_known(corpus: Corpus, found: MentionFeatures) -> MentionFeatures:
    """Replace the found heads and zeros by those that the corpus itself has."""
    head, zero = corpus.extra.get("head"), corpus.extra.get("zero")
    if head is not None:
        found = found._replace(head=np.where(head >= 0, head, found.head))
    return found if zero is None else found._replace(type=np.where(zero, ZERO, found.type))
