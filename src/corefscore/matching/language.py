"""Words that carry little information, in eight languages: pronouns, and the function words around nouns.

Written for this project. A pronoun list has personal, possessive, reflexive, demonstrative, relative and the common
indefinite pronouns in all their forms, as single tokens in lower case; the other list has articles, prepositions,
conjunctions, and clitics that tokenizers cut off. Neither list is complete. They only have to distinguish "she" from
"the chairwoman", and "of" from "school".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

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


@cache
def closed_words(language: str) -> frozenset[str]:
    """Pronouns and function words of a language."""
    return PRONOUNS[language] | FUNCTION_WORDS[language]


@cache
def _languages_of() -> Mapping[str, tuple[str, ...]]:
    words = frozenset().union(*map(closed_words, LANGUAGES))
    return {word: tuple(name for name in LANGUAGES if word in closed_words(name)) for word in words}


def likely_language(words: Iterable[str]) -> str:
    """The language whose function words and pronouns are most frequent in a text; English where none occurs.

    >>> likely_language("de vrouw zag haar zus en ze lachte".split())
    'nl'
    """
    known = _languages_of()
    votes = dict.fromkeys(LANGUAGES, 0)
    for word, times in Counter(words).items():
        for language in known.get(word.lower(), ()):
            votes[language] += times
    return max(LANGUAGES, key=votes.__getitem__)
