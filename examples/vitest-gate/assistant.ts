/** Stands for the system under test. */
export async function answer(question: string): Promise<{ text: string; sources: string[] }> {
  if (/parcel|deliver/i.test(question)) return { text: 'It arrives within two days.', sources: ['SHIP_1'] };
  return { text: 'You may return it within 30 days.', sources: ['RETURN_1'] };
}
