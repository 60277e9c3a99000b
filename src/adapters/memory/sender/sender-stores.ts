import { hasEnded } from '../../../domain/job/job.ts'
import { allowanceOn, freshBudget, usedToday } from '../../../domain/job/sending/sending-time.ts'
import { isZone } from '../../../domain/local-time.ts'
import type { Sender } from '../../../domain/sender/sender.ts'
import type { Spinner } from '../../../domain/spinner/spinner.ts'
import { programOf } from '../../../domain/spinner/steps/program.ts'
import type { EmailStep } from '../../../domain/spinner/steps/step.ts'
import { mailOf } from '../../../domain/spinner/steps/step-capabilities.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { SenderStore } from '../../../ports/sender/senders.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { omitFields } from '../omit-fields.ts'
import { countOf, type MemoryStore, type StoredMailbox, versionSlot } from '../store.ts'
import type { Writes } from '../writes.ts'
import { inboundFactStore } from './inbound/inbound-fact-store.ts'
import { resumeSender } from './pacing/resume-sender.ts'
import { partOf } from './pacing/sender-breakers.ts'
import { countOther, senderPoolStore } from './pacing/sender-pools.ts'

type ConnectStates = 'addConnectState' | 'takeConnectState'

/** Returns the stores of senders, shared secrets, inbound facts and files for one transaction. */
export function senderStores(
  store: MemoryStore,
  writes: Writes,
  clock: Clock,
): Pick<Transaction, 'sharedSecrets' | 'senders' | 'senderPools' | 'files' | 'inboundFacts'> {
  return {
    inboundFacts: inboundFactStore(store, writes),
    senderPools: senderPoolStore(store, writes),
    sharedSecrets: {
      putEventToken: async (token) =>
        writes.put(store.eventTokens, `${token.organizationId} ${token.provider}`, token),
      removeEventToken: async (organizationId, provider) => {
        const slot = `${organizationId} ${provider}`
        const wasThere = store.eventTokens.has(slot)
        writes.drop(store.eventTokens, slot)
        return wasThere
      },
      lockWebhookSecrets: async (organizationId, first) => {
        const present = store.webhookSecrets.get(organizationId)
        if (present !== undefined) return present
        const added = { ciphertext: first, previousCiphertext: null, rotatedAt: null }
        writes.put(store.webhookSecrets, organizationId, added)
        return added
      },
      saveWebhookSecrets: async (organizationId, secrets) =>
        writes.put(store.webhookSecrets, organizationId, secrets),
    },
    files: {
      add: async (file) => writes.put(store.files, file.id, file),
      copy: async (sourceId, file) => {
        const source = store.files.get(sourceId)
        if (source === undefined) return false
        writes.put(store.files, file.id, { ...file, content: source.content })
        return true
      },
      count: async (organizationId) => countOf(store.files, organizationId),
      hold: async (organizationId, ids) =>
        [...new Set(ids.map((id) => id.toLowerCase()))].flatMap(
          (id) => store.owned(store.files, organizationId, id) ?? [],
        ),
      lock: async (organizationId, id) => store.owned(store.files, organizationId, id),
      isInUse: async (organizationId, id) =>
        [...store.versions.values()].some(
          ({ spinnerId, steps }) =>
            store.spinnerOrBinned(spinnerId)?.organizationId === organizationId &&
            JSON.stringify(steps).toLowerCase().includes(id.toLowerCase()),
        ),
      remove: async (id) => writes.drop(store.files, id.toLowerCase()),
    },
    senders: {
      ...senders(store, writes, clock),
      ...connectStates(store, writes),
    },
  }
}

function senders(store: MemoryStore, writes: Writes, clock: Clock): Omit<SenderStore, ConnectStates> {
  return {
    of: async (organizationId) =>
      [...store.senders.values()]
        .filter((sender) => sender.organizationId === organizationId)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    lock: async (organizationId, id) => store.owned(store.senders, organizationId, id),
    lockToRemove: async (organizationId, id) => store.owned(store.senders, organizationId, id),
    add: async (sender, credentials) => {
      writes.put(store.senders, sender.id, sender)
      writes.put(store.senderDomains, sender.id, { verdict: null, dueAt: sender.createdAt })
      if (credentials !== null) writes.put(store.credentials, sender.id, credentials)
      if (sender.kind !== 'deployment')
        writes.put(store.mailboxes, sender.id, newMailbox(sender, clock.now()))
    },
    knowsZone: async (timeZone) => isZone(timeZone),
    save: async (sender) => {
      const before = store.senders.get(sender.id)
      writes.put(store.senders, sender.id, sender)
      const mailbox = store.mailboxes.get(sender.id)
      if (before === undefined || mailbox === undefined) return
      const { kind, address } = sender
      const due = isReread(before, sender) ? dueMailbox(mailbox, clock.now()) : mailbox
      writes.put(store.mailboxes, sender.id, { ...due, kind, address })
    },
    unsetOtherDefault: async (organizationId, id) => {
      const former = [...store.senders.values()].find(
        (sender) => sender.organizationId === organizationId && sender.isDefault && sender.id !== id,
      )
      if (former === undefined) return null
      const revision = former.revision + 1
      writes.put(store.senders, former.id, { ...former, isDefault: false, revision })
      return former.id
    },
    keepPlace: async (id, place) => {
      const mailbox = store.mailboxes.get(id)
      if (mailbox?.cursor === null) writes.put(store.mailboxes, id, { ...mailbox, cursor: place })
    },
    saveCredentials: async (id, credentials) => {
      if (!store.senders.has(id)) return
      writes.put(store.credentials, id, credentials)
      const mailbox = store.mailboxes.get(id)
      if (mailbox !== undefined) writes.put(store.mailboxes, id, dueMailbox(mailbox, clock.now()))
    },
    credentialsOf: async (id) => store.credentials.get(id) ?? null,
    spendDeploymentMessage: async (organizationId, at) => {
      const sender = [...store.senders.values()].find(
        (one) => one.organizationId === organizationId && one.maxPerDay !== null,
      )
      if (sender === undefined) return true
      const known = store.senderBudgets.get(sender.id) ?? freshBudget(sender, at)
      const budget = { ...known, ...usedToday(known, sender, at) }
      if (budget.used >= (allowanceOn(sender, budget.day) ?? Number.POSITIVE_INFINITY)) return false
      writes.put(store.senderBudgets, sender.id, { ...budget, used: budget.used + 1 })
      if (sender.poolId !== null) countOther(store, writes, sender.id, [[partOf(at), 1]])
      return true
    },
    remove: async (id) => {
      writes.drop(store.senders, id)
      writes.drop(store.credentials, id)
      writes.drop(store.senderDomains, id)
      writes.drop(store.mailboxes, id)
    },
    resume: async (resumption) => resumeSender(store, writes, resumption),
    spinnersThatName: async (organizationId, id) =>
      spinnersWith(store, organizationId, (step) => step.senders?.includes(id) === true),
    spinnersByDefault: async (organizationId) =>
      spinnersWith(store, organizationId, (step) => (step.senders ?? []).length === 0),
    scheduledFor: async (jobId) => {
      const waiting = [...store.slices.values()]
        .filter((slice) => slice.jobId === jobId && !slice.closed)
        .flatMap(({ recipients }) => [...recipients.values()])
        .filter(({ state }) => state === 'waiting')
      return [...new Set(waiting.map(({ evidence }) => String(evidence?.['senderId'])))]
        .filter((id) => store.senders.has(id))
        .toSorted()
    },
  }
}

/**
 * Returns the names of spinners with an e-mail step that `isMeant` selects, in the published version or in the version
 * of an unfinished job.
 */
function spinnersWith(
  store: MemoryStore,
  organizationId: string,
  isMeant: (step: EmailStep) => boolean,
): readonly string[] {
  const hasStep = ({ id }: Spinner, version: number) =>
    programOf(store.versions.get(versionSlot(id, version))?.steps ?? []).some(({ step }) => {
      const mail = mailOf(step)
      return mail !== null && isMeant(mail)
    })
  return [...store.spinners.values()]
    .filter((spinner) => spinner.organizationId === organizationId)
    .filter((spinner) => versionsInUse(store, spinner).some((version) => hasStep(spinner, version)))
    .map(({ name }) => name)
}

function versionsInUse(store: MemoryStore, { id, publishedVersion }: Spinner): readonly number[] {
  const ofJobs = [...store.jobs.values()]
    .filter((job) => job.spinnerId === id && !hasEnded(job.status))
    .map(({ spinnerVersion }) => spinnerVersion)
  return publishedVersion === null ? ofJobs : [publishedVersion, ...ofJobs]
}

function newMailbox(
  { id: senderId, organizationId, kind, address, settings, createdAt }: Sender,
  dueAt: Date,
): StoredMailbox {
  const connectedAt = createdAt
  const never = {
    cursor: null,
    readAt: null,
    failures: 0,
    holder: null,
    senderChanged: false,
    trouble: null,
    failingMails: [],
  }
  const { imapHost } = settings
  const host = typeof imapHost === 'string' ? imapHost.toLowerCase() : null
  return { ...never, senderId, organizationId, kind, address, host, connectedAt, dueAt }
}

/** Returns a mailbox that is due for reading at once, or after the reading that is in progress. */
function dueMailbox(mailbox: StoredMailbox, now: Date): StoredMailbox {
  if (mailbox.dueAt <= now) return mailbox
  const due = mailbox.holder === null ? { dueAt: now } : { senderChanged: true }
  return { ...mailbox, ...due, failures: 0 }
}

/**
 * Returns whether a change of a sender lets its mailbox be read at once, like the SQL function
 * `reread_mailbox`.
 */
function isReread(before: Sender, after: Sender): boolean {
  return (
    JSON.stringify(before.settings) !== JSON.stringify(after.settings) ||
    (after.state === 'connected' && before.state === 'needsAttention')
  )
}

function connectStates(store: MemoryStore, writes: Writes): Pick<SenderStore, ConnectStates> {
  return {
    addConnectState: async (state) =>
      writes.put(store.connectStates, state.digest, { ...state, used: false }),
    takeConnectState: async (digest, sessionId, at) => {
      const kept = store.connectStates.get(digest)
      if (kept === undefined) return 'unknown'
      if (kept.sessionId !== sessionId) return 'otherSession'
      if (kept.used) return 'used'
      if (kept.expiresAt <= at) return 'expired'
      writes.put(store.connectStates, digest, { ...kept, used: true })
      return omitFields(kept, 'used')
    },
  }
}
