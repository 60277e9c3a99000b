import {
  type DomainOwner,
  type DomainVerdict,
  findingsOf,
  mostSpfLookups,
  namesToLookUp,
  spfIn,
  spfReferences,
} from '../../domain/sender/domain-findings.ts'
import type { Clock } from '../../ports/clock.ts'
import type { DomainRecords } from '../../ports/sender/domain-records.ts'
import type { CheckedSender, Senders } from '../../ports/sender/senders.ts'

/** Queries the DNS records of a sender's domain and stores the verdict. */
export class DomainCheck {
  readonly #records: DomainRecords
  readonly #senders: Senders
  readonly #clock: Clock

  constructor(records: DomainRecords, senders: Senders, clock: Clock) {
    this.#records = records
    this.#senders = senders
    this.#clock = clock
  }

  async of(sender: CheckedSender, fresh: boolean): Promise<DomainVerdict> {
    const owner = ownerOf(sender)
    const texts = new Map<string, readonly string[] | null>()
    const lookUp = async (name: string) => {
      texts.set(name, await this.#records.texts(name, fresh))
    }
    await Promise.all(namesToLookUp(owner).map(lookUp))
    let open = referencesIn(texts.get(owner.domain))
    for (let asked = 0; open.length > 0 && asked < mostSpfLookups; ) {
      const next = open.filter((name) => !texts.has(name)).slice(0, mostSpfLookups - asked)
      await Promise.all(next.map(lookUp))
      asked += next.length
      open = next.flatMap((name) => referencesIn(texts.get(name)))
    }
    const { domain } = owner
    const verdict = { domain, findings: findingsOf(owner, texts), checkedAt: this.#clock.now() }
    await this.#senders.saveVerdict(sender.id, verdict)
    return verdict
  }
}

function referencesIn(texts: readonly string[] | null | undefined): readonly string[] {
  return spfIn(texts ?? []).flatMap(spfReferences)
}

function ownerOf({ kind, address, settings }: CheckedSender): DomainOwner {
  const { host, dkimSelector } = settings
  return {
    kind,
    domain: address.slice(address.lastIndexOf('@') + 1).toLowerCase(),
    host: typeof host === 'string' ? host : null,
    dkimSelector: typeof dkimSelector === 'string' && dkimSelector !== '' ? dkimSelector : null,
  }
}
