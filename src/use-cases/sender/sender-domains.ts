import {
  type DomainVerdict,
  findingsOf,
  maxSpfLookups,
  namesToLookUp,
  type SenderDomain,
  spfIn,
  spfReferences,
} from '../../domain/sender/domain-findings.ts'
import type { Clock } from '../../ports/clock.ts'
import type { DomainRecords } from '../../ports/sender/domain-records.ts'
import type { SenderStore, SenderWithVerdict } from '../../ports/sender/senders.ts'
import { senderNotFound } from './one-default.ts'

/** The number of sender domains that are checked at once; each check sends a dozen DNS queries. */
const atOnce = 10
/** The maximum number of batches of domains per run; the next run checks the remaining domains. */
const maxBatches = 20

/** Checks the DNS records of senders' domains. */
export class SenderDomains {
  readonly #records: DomainRecords
  readonly #senders: SenderStore
  readonly #clock: Clock

  constructor(records: DomainRecords, senders: SenderStore, clock: Clock) {
    this.#records = records
    this.#senders = senders
    this.#clock = clock
  }

  /** Repeats the check of a sender's domain, after the sender was connected or a DNS record was added. */
  async check(organizationId: string, senderId: string): Promise<DomainVerdict> {
    const sender = await this.#senders.withVerdict(organizationId, senderId)
    if (sender === null) throw senderNotFound()
    return this.verdictOf(sender, true)
  }

  /** Checks each domain once a day, because records may get lost, for example when a website moves. */
  async checkDue(signal: AbortSignal): Promise<void> {
    for (let batch = 0; batch < maxBatches && !signal.aborted; batch++) {
      const due = await this.#senders.takeUnchecked(this.#clock.now(), atOnce)
      if (due.length === 0) return
      await Promise.all(due.map((sender) => this.verdictOf(sender, true)))
    }
  }

  /** Queries the DNS records of a sender's domain and stores the verdict. */
  async verdictOf(sender: SenderWithVerdict, fresh: boolean): Promise<DomainVerdict> {
    const owner = ownerOf(sender)
    const texts = new Map<string, readonly string[] | null>()
    const lookUp = async (name: string) => {
      texts.set(name, await this.#records.texts(name, fresh))
    }
    await Promise.all(namesToLookUp(owner).map(lookUp))
    let open = referencesIn(texts.get(owner.domain))
    for (let lookups = 0; open.length > 0 && lookups < maxSpfLookups; ) {
      const next = open.filter((name) => !texts.has(name)).slice(0, maxSpfLookups - lookups)
      await Promise.all(next.map(lookUp))
      lookups += next.length
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

function ownerOf({ kind, email, settings }: SenderWithVerdict): SenderDomain {
  const { host, dkimSelector } = settings
  return {
    kind,
    domain: email.slice(email.lastIndexOf('@') + 1).toLowerCase(),
    host: typeof host === 'string' ? host : null,
    dkimSelector: typeof dkimSelector === 'string' && dkimSelector !== '' ? dkimSelector : null,
  }
}
