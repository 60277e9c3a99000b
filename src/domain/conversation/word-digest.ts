/**
 * Returns the digest of a word as a signed number of 64 bits, by which the search finds the word. `digestOf` computes
 * digests with the organization's own key.
 */
export function wordDigest(digestOf: (text: string) => string, word: string): string {
  // The colon tells words from addresses, of which the same key makes the digests of people.
  return Buffer.from(digestOf(`word:${word}`), 'base64url')
    .readBigInt64BE()
    .toString()
}
