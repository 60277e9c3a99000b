/** Whether a text is an id as records have them: one that begins with a zero is none. */
export function isRecordId(text: string): boolean {
  return /^[1-9]\d{0,17}$/.test(text)
}
