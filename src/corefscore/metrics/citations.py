"""The papers that define the metrics, as BibTeX."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import dedent

ENTRIES: dict[str, str] = {
    "agarwal-etal-2019": r"""
        @inproceedings{
          title     = {Evaluation of Named Entity Coreference},
          author    = {Agarwal, Oshin and Subramanian, Sanjay and Nenkova, Ani and Roth, Dan},
          booktitle = {Proceedings of the Second Workshop on Computational Models of Reference, Anaphora and
                       Coreference},
          pages     = {1--7},
          year      = {2019}
        }""",
    "bagga-baldwin-1998": """
        @inproceedings{
          title     = {Algorithms for Scoring Coreference Chains},
          author    = {Bagga, Amit and Baldwin, Breck},
          booktitle = {Proceedings of the LREC 1998 Workshop on Linguistic Coreference},
          pages     = {563--566},
          year      = {1998}
        }""",
    "binette-etal-2023": """
        @article{
          title   = {Estimating the Performance of Entity Resolution Algorithms: Lessons Learned Through
                     PatentsView.org},
          author  = {Binette, Olivier and York, Sokhna A. and Hickerson, Emma and Baek, Youngsoo and Madhavan, Sarvo
                     and Jones, Christina},
          journal = {The American Statistician},
          volume  = {77},
          number  = {4},
          pages   = {370--380},
          year    = {2023}
        }""",
    "cai-strube-2010": """
        @inproceedings{
          title     = {Evaluation Metrics For End-to-End Coreference Resolution Systems},
          author    = {Cai, Jie and Strube, Michael},
          booktitle = {Proceedings of SIGDIAL 2010},
          pages     = {28--36},
          year      = {2010}
        }""",
    "denis-baldridge-2009": """
        @article{
          title   = {Global Joint Models for Coreference Resolution and Named Entity Classification},
          author  = {Denis, Pascal and Baldridge, Jason},
          journal = {Procesamiento del Lenguaje Natural},
          volume  = {42},
          pages   = {87--96},
          year    = {2009}
        }""",
    "fowlkes-mallows-1983": """
        @article{
          title   = {A Method for Comparing Two Hierarchical Clusterings},
          author  = {Fowlkes, E. B. and Mallows, C. L.},
          journal = {Journal of the American Statistical Association},
          volume  = {78},
          pages   = {553--569},
          year    = {1983}
        }""",
    "holen-2013": """
        @inproceedings{
          title     = {Critical Reflections on Evaluation Practices in Coreference Resolution},
          author    = {Ili\\'c Holen, Gordana},
          booktitle = {Proceedings of the NAACL HLT 2013 Student Research Workshop},
          pages     = {1--7},
          year      = {2013}
        }""",
    "hubert-arabie-1985": """
        @article{
          title   = {Comparing Partitions},
          author  = {Hubert, Lawrence and Arabie, Phipps},
          journal = {Journal of Classification},
          volume  = {2},
          pages   = {193--218},
          year    = {1985}
        }""",
    "luo-2005": """
        @inproceedings{
          title     = {On Coreference Resolution Performance Metrics},
          author    = {Luo, Xiaoqiang},
          booktitle = {Proceedings of HLT/EMNLP 2005},
          pages     = {25--32},
          year      = {2005}
        }""",
    "luo-etal-2014": """
        @inproceedings{
          title     = {An Extension of {BLANC} to System Mentions},
          author    = {Luo, Xiaoqiang and Pradhan, Sameer and Recasens, Marta and Hovy, Eduard},
          booktitle = {Proceedings of ACL 2014 (Short Papers)},
          pages     = {24--29},
          year      = {2014}
        }""",
    "meila-2007": """
        @article{
          title   = {Comparing Clusterings: An Information Based Distance},
          author  = {Meil\\u{a}, Marina},
          journal = {Journal of Multivariate Analysis},
          volume  = {98},
          pages   = {873--895},
          year    = {2007}
        }""",
    "menestrina-etal-2010": """
        @article{
          title   = {Evaluating Entity Resolution Results},
          author  = {Menestrina, David and Whang, Steven Euijong and Garcia-Molina, Hector},
          journal = {Proceedings of the VLDB Endowment},
          volume  = {3},
          pages   = {208--219},
          year    = {2010}
        }""",
    "moosavi-strube-2016": """
        @inproceedings{
          title     = {Which Coreference Evaluation Metric Do You Trust?
                       A Proposal for a Link-based Entity Aware Metric},
          author    = {Moosavi, Nafise Sadat and Strube, Michael},
          booktitle = {Proceedings of ACL 2016},
          pages     = {632--642},
          year      = {2016}
        }""",
    "paun-etal-2023": r"""
        @article{
          title   = {Scoring Coreference Chains with Split-Antecedent Anaphors},
          author  = {Paun, Silviu and Yu, Juntao and Moosavi, Nafise Sadat and Poesio, Massimo},
          journal = {Dialogue {\&} Discourse},
          volume  = {14},
          number  = {2},
          pages   = {1--48},
          year    = {2023}
        }""",
    "poesio-etal-2018": """
        @inproceedings{
          title     = {Anaphora Resolution with the {ARRAU} Corpus},
          author    = {Poesio, Massimo and Grishina, Yulia and Kolhatkar, Varada and Moosavi, Nafise and Roesiger, Ina
                       and Roussel, Adam and Simonjetz, Fabian and Uma, Alexandra and Uryupina, Olga and Yu, Juntao
                       and Zinsmeister, Heike},
          booktitle = {Proceedings of the First Workshop on Computational Models of Reference, Anaphora and
                       Coreference},
          pages     = {11--22},
          year      = {2018}
        }""",
    "pradhan-etal-2011": """
        @inproceedings{
          title     = {{CoNLL}-2011 Shared Task: Modeling Unrestricted Coreference in {OntoNotes}},
          author    = {Pradhan, Sameer and Ramshaw, Lance and Marcus, Mitchell and Palmer, Martha
                       and Weischedel, Ralph and Xue, Nianwen},
          booktitle = {Proceedings of CoNLL 2011: Shared Task},
          pages     = {1--27},
          year      = {2011}
        }""",
    "pradhan-etal-2014": """
        @inproceedings{
          title     = {Scoring Coreference Partitions of Predicted Mentions: A Reference Implementation},
          author    = {Pradhan, Sameer and Luo, Xiaoqiang and Recasens, Marta and Hovy, Eduard
                       and Ng, Vincent and Strube, Michael},
          booktitle = {Proceedings of ACL 2014 (Short Papers)},
          pages     = {30--35},
          year      = {2014}
        }""",
    "rahman-ng-2009": """
        @inproceedings{
          title     = {Supervised Models for Coreference Resolution},
          author    = {Rahman, Altaf and Ng, Vincent},
          booktitle = {Proceedings of EMNLP 2009},
          pages     = {968--977},
          year      = {2009}
        }""",
    "rand-1971": """
        @article{
          title   = {Objective Criteria for the Evaluation of Clustering Methods},
          author  = {Rand, William M.},
          journal = {Journal of the American Statistical Association},
          volume  = {66},
          pages   = {846--850},
          year    = {1971}
        }""",
    "recasens-hovy-2011": """
        @article{
          title   = {{BLANC}: Implementing the {Rand} Index for Coreference Evaluation},
          author  = {Recasens, Marta and Hovy, Eduard},
          journal = {Natural Language Engineering},
          volume  = {17},
          number  = {4},
          pages   = {485--510},
          year    = {2011}
        }""",
    "rosenberg-hirschberg-2007": """
        @inproceedings{
          title     = {{V}-Measure: A Conditional Entropy-Based External Cluster Evaluation Measure},
          author    = {Rosenberg, Andrew and Hirschberg, Julia},
          booktitle = {Proceedings of EMNLP-CoNLL 2007},
          pages     = {410--420},
          year      = {2007}
        }""",
    "stoyanov-etal-2009": """
        @inproceedings{
          title     = {Conundrums in Noun Phrase Coreference Resolution: Making Sense of the State-of-the-Art},
          author    = {Stoyanov, Veselin and Gilbert, Nathan and Cardie, Claire and Riloff, Ellen},
          booktitle = {Proceedings of ACL-IJCNLP 2009},
          pages     = {656--664},
          year      = {2009}
        }""",
    "vilain-etal-1995": """
        @inproceedings{
          title     = {A Model-Theoretic Coreference Scoring Scheme},
          author    = {Vilain, Marc and Burger, John and Aberdeen, John and Connolly, Dennis and Hirschman, Lynette},
          booktitle = {Proceedings of the Sixth Message Understanding Conference (MUC-6)},
          pages     = {45--52},
          year      = {1995}
        }""",
    "vinh-etal-2010": """
        @article{
          title   = {Information Theoretic Measures for Clusterings Comparison: Variants, Properties, Normalization and
                     Correction for Chance},
          author  = {Vinh, Nguyen Xuan and Epps, Julien and Bailey, James},
          journal = {Journal of Machine Learning Research},
          volume  = {11},
          pages   = {2837--2854},
          year    = {2010}
        }""",
    "upadhyay-etal-2016": r"""
        @inproceedings{
          title     = {Revisiting the Evaluation for Cross Document Event Coreference},
          author    = {Upadhyay, Shyam and Gupta, Nitish and Christodoulopoulos, Christos and Roth, Dan},
          booktitle = {Proceedings of COLING 2016},
          pages     = {1949--1958},
          year      = {2016}
        }""",
    "yu-etal-2022": """
        @inproceedings{
          title     = {The Universal Anaphora Scorer},
          author    = {Yu, Juntao and Khosla, Sopan and Moosavi, Nafise Sadat and Paun, Silviu and Pradhan, Sameer
                       and Poesio, Massimo},
          booktitle = {Proceedings of the Thirteenth Language Resources and Evaluation Conference},
          pages     = {4873--4883},
          year      = {2022}
        }""",
    "zabokrtsky-etal-2022": r"""
        @inproceedings{
          title     = {Findings of the Shared Task on Multilingual Coreference Resolution},
          author    = {{\v{Z}}abokrtsk{\'y}, Zden{\v{e}}k and Konop{\'i}k, Miloslav and Nedoluzhko, Anna
                       and Nov{\'a}k, Michal and Ogrodniczuk, Maciej and Popel, Martin
                       and Pra{\v{z}}{\'a}k, Ond{\v{r}}ej and Sido, Jakub and Zeman, Daniel and Zhu, Yilun},
          booktitle = {Proceedings of the CRAC 2022 Shared Task on Multilingual Coreference Resolution},
          pages     = {1--17},
          year      = {2022}
        }""",
}


def short(key: str) -> str:
    """Return the short form of a paper, as a text cites it.

    >>> short("luo-etal-2014"), short("cai-strube-2010")
    ('Luo et al. 2014', 'Cai & Strube 2010')
    """
    *names, year = key.split("-")
    return " & ".join(name.capitalize() for name in names).replace(" & Etal", " et al.") + f" {year}"


def bibtex(keys: Iterable[str]) -> str:
    """Return the BibTeX entries of the given papers.

    >>> print(bibtex(["luo-2005"]).splitlines()[0])
    @inproceedings{luo-2005,
    """
    entries = (dedent(ENTRIES[key]).strip().replace("{\n", f"{{{key},\n", 1) for key in keys)
    return "\n\n".join(entries)
