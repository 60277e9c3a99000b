/** Returns whether a text has the form of a record id: 1 to 18 digits without a leading zero. */
export function isRecordId(text: string): boolean {
  return /^[1-9]\d{0,17}$/.test(text)
}
