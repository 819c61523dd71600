/** One of the six question files of UDA. */
export interface UdaSubset {
  readonly name: string;
  readonly file: string;
  /** Columns of the published file, in order. */
  readonly columns: readonly string[];
  /** Columns that hold accepted answers. */
  readonly answers: readonly string[];
  /** Folders of its documents below the folder of source documents. */
  readonly documents: readonly string[];
  readonly sha256?: string | undefined;
}

const KEY = ['doc_name', 'q_uid', 'question'];

/** The subsets; checksums are of the files as published in `dataset/qa`, where they are known. */
export const UDA_SUBSETS: readonly UdaSubset[] = [
  {
    name: 'fin',
    file: 'fin_qa.csv',
    columns: [...KEY, 'answer_1', 'answer_2'],
    answers: ['answer_1', 'answer_2'],
    documents: ['fin_docs'],
    sha256: 'dea42d3f77f2e61bf28f93938809f28e30baacbdc5c4c220c20d61889b49d992',
  },
  {
    name: 'tat',
    file: 'tat_qa.csv',
    columns: [...KEY, 'answer'],
    answers: ['answer'],
    documents: ['tat_docs'],
  },
  {
    name: 'paper_text',
    file: 'paper_text_qa.csv',
    columns: [...KEY, 'answer_1'],
    answers: ['answer_1', 'answer_2', 'answer_3'],
    documents: ['paper_docs'],
  },
  {
    name: 'paper_tab',
    file: 'paper_tab_qa.csv',
    columns: [...KEY, 'answer_1'],
    answers: ['answer_1', 'answer_2', 'answer_3'],
    documents: ['paper_docs'],
  },
  {
    name: 'nq',
    file: 'nq_qa.csv',
    columns: [...KEY, 'short_answer', 'long_answer'],
    answers: ['short_answer', 'long_answer'],
    documents: ['wiki_nq_docs', 'wiki_docs', 'nq_docs'],
  },
  {
    name: 'feta',
    file: 'feta_qa.csv',
    columns: [...KEY, 'answer'],
    answers: ['answer'],
    documents: ['wiki_feta_docs', 'wiki_docs', 'feta_docs'],
    sha256: '0c324a2e4f9d48faca4309068934df242e2ccae28cdf73cf08018118a7427b23',
  },
];
