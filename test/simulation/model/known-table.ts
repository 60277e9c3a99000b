/** A table as its owner knows it. */
export class KnownTable {
  readonly id: string
  /** As the story calls it: "table 1". */
  readonly name: string
  /** The digest of the token in its webhook URL. */
  readonly tokenDigest: string
  /** Names of records, as "r17", that the service has acknowledged. */
  readonly acknowledged = new Set<string>()
  /** Names of records of which their sender was told nothing. */
  readonly inDoubt = new Set<string>()

  constructor({ id, name, tokenDigest }: Pick<KnownTable, 'id' | 'name' | 'tokenDigest'>) {
    this.id = id
    this.name = name
    this.tokenDigest = tokenDigest
  }

  /** Notes what became of records that were sent. */
  noteSent(refs: readonly string[], ended: 'answered' | 'refused' | 'crashed'): void {
    for (const ref of refs) {
      if (ended === 'answered') {
        this.acknowledged.add(ref)
        this.inDoubt.delete(ref)
      } else if (ended === 'crashed' && !this.acknowledged.has(ref)) this.inDoubt.add(ref)
    }
  }
}
