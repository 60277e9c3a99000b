import { ofProvider } from '../../../domain/account/open-id/sign-in-provider.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { SealedPlace, Sealing } from '../../../ports/sealing.ts'
import type { Statement } from '../database.ts'
import { type StepsOwner, type StoredSteps, stepsSealedAgain } from '../schema/sealed-steps.ts'
import { openedHead, openLoggedBody, sealedHead, sealLoggedBody } from './message/logged-rows.ts'
import { openedMailHead, openedMailRest, sealMailHead, sealMailRest } from './message/mail-rows.ts'
import { openedMessage, sealedMessage } from './message/sealed-message.ts'

interface Opening {
  readonly sealing: Sealing
  readonly secrets: Secrets
}

/** The result of encrypting the secrets of one row again with the newest key of the key ring. */
interface Resealing {
  /** The parameters of the statement that replaces the row's content; null if the row needs no change. */
  readonly values: readonly unknown[] | null
  readonly olderKeys: readonly string[]
  readonly unreadable: number
}

/**
 * A database row with encrypted secrets. `at` is its position in the order in which all rows of its kind are
 * read.
 */
export interface PlacedRow {
  readonly at: string
}

/** How the rows of one kind of secret are read, and encrypted again with the newest key. */
export interface SealedRows<Row extends PlacedRow> {
  /**
   * The statement that finds the next rows with secrets. Takes the position of the last row read, and the
   * maximum number of rows.
   */
  readonly find: Statement
  /** The maximum number of rows that are read at once; undefined for the usual 200. */
  readonly most?: number
  /**
   * Returns further parameters for the statement `find`. They come after the position and the maximum number
   * of rows.
   */
  readonly given?: (sealing: Sealing) => readonly unknown[]
  again(row: Row, opening: Opening): Resealing
  /**
   * The statement that replaces the secrets of a row, unless they have changed since they were read. It
   * returns a row if it replaced them.
   */
  readonly replace: Statement
}

/**
 * A secret text after it was encrypted again. `olderKey` is the name of the key with which it was encrypted
 * before, or null if that was the newest.
 */
interface Text {
  readonly text: string
  readonly olderKey: string | null
  readonly isUnreadable: boolean
}

/** Decrypts a secret text and encrypts it again with the newest key of the key ring. */
function again(
  ciphertext: string,
  { sealing }: Opening,
  reveal: () => string | null,
  seal: (text: string) => string,
): Text {
  const key = sealing.keyOf(ciphertext)
  if (key === sealing.newestKey) return { text: ciphertext, olderKey: null, isUnreadable: false }
  const text = reveal()
  return { text: text === null ? ciphertext : seal(text), olderKey: key, isUnreadable: text === null }
}

function resealing(texts: readonly Text[], values: readonly unknown[]): Resealing {
  return {
    values: texts.some(({ olderKey, isUnreadable }) => olderKey !== null && !isUnreadable) ? values : null,
    olderKeys: texts.flatMap(({ olderKey }) => olderKey ?? []),
    unreadable: texts.filter(({ isUnreadable }) => isUnreadable).length,
  }
}

const ingestTokens: SealedRows<PlacedRow & { readonly ciphertext: string }> = {
  find: {
    name: 'find_sealed_ingest_tokens',
    text: `
      select id::text as at, ingest_token_ciphertext as ciphertext
        from stored_data_tables where $1::uuid is null or id > $1 order by id limit $2`,
  },
  again: ({ at: id, ciphertext }, opening) => {
    const reveal = () => opening.secrets.revealIngestToken(ciphertext, id)
    const seal = (text: string) => opening.sealing.seal(text, { kind: 'ingest token', id })
    const text = again(ciphertext, opening, reveal, seal)
    return resealing([text], [id, ciphertext, text.text])
  },
  replace: {
    name: 'replace_sealed_ingest_token',
    text: `
      update stored_data_tables set ingest_token_ciphertext = $3
       where id = $1 and ingest_token_ciphertext = $2 returning id`,
  },
}

const signatureSecrets: SealedRows<PlacedRow & { readonly ciphertext: string }> = {
  find: {
    name: 'find_sealed_signature_secrets',
    text: `
      select id::text as at, signature ->> 'secretCiphertext' as ciphertext
        from stored_data_tables where signature is not null and ($1::uuid is null or id > $1) order by id limit $2`,
  },
  again: ({ at: id, ciphertext }, opening) => {
    const reveal = () => opening.secrets.revealSignatureSecret(ciphertext, id)
    const seal = (text: string) => opening.sealing.seal(text, { kind: 'signature secret', id })
    const text = again(ciphertext, opening, reveal, seal)
    return resealing([text], [id, ciphertext, text.text])
  },
  replace: {
    name: 'replace_sealed_signature_secret',
    text: `
      update stored_data_tables set signature = jsonb_set(signature, '{secretCiphertext}', to_jsonb($3::text))
       where id = $1 and signature ->> 'secretCiphertext' = $2 returning id`,
  },
}

/** A row with a webhook secret of an organization or a destination, and the previous secret during a rotation. */
interface WebhookSecretRow extends PlacedRow {
  readonly ciphertext: string
  readonly previous: string | null
}

function webhookSecretAgain({ at: id, ciphertext, previous }: WebhookSecretRow, opening: Opening): Resealing {
  const newly = (text: string) =>
    again(
      text,
      opening,
      () => opening.secrets.revealWebhookSecret(text, id),
      (revealed) => opening.sealing.seal(revealed, { kind: 'webhook secret', id }),
    )
  const present = newly(ciphertext)
  const before = previous === null ? null : newly(previous)
  const texts = before === null ? [present] : [present, before]
  return resealing(texts, [id, ciphertext, present.text, before?.text ?? null])
}

const webhookSecrets: SealedRows<WebhookSecretRow> = {
  find: {
    name: 'find_sealed_webhook_secrets',
    text: `
      select organization_id::text as at, ciphertext, previous_ciphertext as previous
        from webhook_secrets where $1::uuid is null or organization_id > $1 order by organization_id limit $2`,
  },
  again: webhookSecretAgain,
  replace: {
    name: 'replace_sealed_webhook_secret',
    text: `
      update webhook_secrets set ciphertext = $3, previous_ciphertext = $4
       where organization_id = $1 and ciphertext = $2 returning organization_id`,
  },
}

const destinationSecrets: SealedRows<WebhookSecretRow> = {
  find: {
    name: 'find_sealed_destination_secrets',
    text: `
      select id::text as at, ciphertext, previous_ciphertext as previous
        from destinations where $1::uuid is null or id > $1 order by id limit $2`,
  },
  again: webhookSecretAgain,
  replace: {
    name: 'replace_sealed_destination_secret',
    text: `
      update destinations set ciphertext = $3, previous_ciphertext = $4
       where id = $1 and ciphertext = $2 returning id`,
  },
}

const drafts: SealedRows<PlacedRow & { readonly revision: number; readonly steps: StoredSteps }> = {
  find: {
    name: 'find_sealed_drafts',
    text: `
      select id::text as at, revision, steps from stored_spinners where $1::uuid is null or id > $1 order by id limit $2`,
  },
  again: ({ at: spinnerId, revision, steps }, { sealing }) =>
    headersAgain(steps, { spinnerId, version: 'draft' }, sealing, [spinnerId, revision]),
  replace: {
    name: 'replace_sealed_draft',
    text: 'update stored_spinners set steps = $3::jsonb where id = $1 and revision = $2 returning id',
  },
}

const versions: SealedRows<
  PlacedRow & { readonly spinnerId: string; readonly version: number; readonly steps: StoredSteps }
> = {
  find: {
    name: 'find_sealed_versions',
    text: `
      select spinner_id || ' ' || version as at, spinner_id as "spinnerId", version, steps
        from spinner_versions
       where $1::text is null
          or (spinner_id, version) > (split_part($1, ' ', 1)::uuid, split_part($1, ' ', 2)::int)
       order by spinner_id, version limit $2`,
  },
  again: ({ spinnerId, version, steps }, { sealing }) =>
    headersAgain(steps, { spinnerId, version }, sealing, [spinnerId, version, JSON.stringify(steps)]),
  replace: {
    name: 'replace_sealed_version',
    // Skips a version whose steps were changed since they were read, as the rename of a column does. The next run
    // encrypts the changed steps.
    text: `
      update spinner_versions set steps = $4::jsonb
       where spinner_id = $1 and version = $2 and steps = $3::jsonb returning spinner_id`,
  },
}

function headersAgain(
  steps: StoredSteps,
  owner: StepsOwner,
  sealing: Sealing,
  row: readonly unknown[],
): Resealing {
  const { steps: sealed, changed, olderKeys, unreadable } = stepsSealedAgain(steps, owner, sealing)
  return { values: changed === 0 ? null : [...row, JSON.stringify(sealed)], olderKeys, unreadable }
}

const messages: SealedRows<PlacedRow & { readonly isCurrent: boolean; readonly ciphertext: Buffer | null }> =
  {
    find: {
      name: 'find_sealed_messages',
      // Reads the contents of captured messages only if they are not encrypted with the newest key.
      text: `
      select id::text as at, o.is_current as "isCurrent",
             case when not o.is_current then ciphertext end as ciphertext
        from (select *, substr(ciphertext, 1, length($3::bytea)) = $3 as is_current
                from captured_messages where $1::uuid is null or id > $1 order by id limit $2) o
       order by id`,
    },
    given: (sealing) => [Buffer.from(`${String.fromCharCode(sealing.newestKey.length)}${sealing.newestKey}`)],
    again: ({ at: id, isCurrent, ciphertext }, { sealing }) => {
      if (isCurrent || ciphertext === null) return { values: null, olderKeys: [], unreadable: 0 }
      const olderKeys = [sealing.keyOf(ciphertext) ?? '']
      const content = openedMessage(ciphertext, id, sealing)
      if (content === null) return { values: null, olderKeys, unreadable: 1 }
      return { values: [id, sealedMessage(content, id, sealing)], olderKeys, unreadable: 0 }
    },
    replace: {
      name: 'replace_sealed_message',
      text: 'update captured_messages set ciphertext = $2 where id = $1 returning id',
    },
  }

const loggedMessages: SealedRows<
  PlacedRow & { readonly ciphertext: Buffer; readonly body: Buffer | null; readonly isCurrent: boolean }
> = {
  find: {
    name: 'find_sealed_logged_messages',
    // Reads the contents of logged messages only if they are not encrypted with the newest key. A message without
    // content has nothing to encrypt.
    text: `
      select id::text as at, m.is_current as "isCurrent", ciphertext, case when not m.is_current then body end as body
        from (select *, (ciphertext = '' or substr(ciphertext, 1, length($3::bytea)) = $3)
                        and coalesce(substr(body, 1, length($3::bytea)) = $3, true) as is_current
                from message_log where $1::uuid is null or id > $1 order by id limit $2) m
       order by id`,
  },
  given: (sealing) => [Buffer.from(`${String.fromCharCode(sealing.newestKey.length)}${sealing.newestKey}`)],
  again: ({ at: id, isCurrent, ciphertext, body }, { sealing }) => {
    if (isCurrent) return { values: null, olderKeys: [], unreadable: 0 }
    const olderKeys = [ciphertext, ...(body === null ? [] : [body])]
      .map((bytes) => sealing.keyOf(bytes) ?? '')
      .filter((key) => key !== sealing.newestKey)
    const head = openedHead(ciphertext, id, sealing)
    const said = body === null ? null : openLoggedBody(body, id, sealing)
    if (head === null || (body !== null && said === null)) return { values: null, olderKeys, unreadable: 1 }
    const values = [
      id,
      sealedHead(head, id, sealing),
      said === null ? null : sealLoggedBody(said, id, sealing),
    ]
    return { values, olderKeys, unreadable: 0 }
  },
  replace: {
    name: 'replace_sealed_logged_message',
    text: 'update message_log set ciphertext = $2, body = $3 where id = $1 returning id',
  },
}

const threadMessages: SealedRows<
  PlacedRow & {
    readonly head: Buffer | null
    readonly ciphertext: Buffer | null
    readonly isCurrent: boolean
  }
> = {
  find: {
    name: 'find_sealed_thread_messages',
    // Reads the contents of mails only if they are not encrypted with the newest key.
    text: `
      select id::text as at, m.is_current as "isCurrent", case when not m.is_current then head end as head,
             case when not m.is_current then ciphertext end as ciphertext
        from (select *, substr(head, 1, length($3::bytea)) = $3 and substr(ciphertext, 1, length($3::bytea)) = $3 as is_current
                from thread_messages where $1::uuid is null or id > $1 order by id limit $2) m
       order by id`,
  },
  given: (sealing) => [Buffer.from(`${String.fromCharCode(sealing.newestKey.length)}${sealing.newestKey}`)],
  again: ({ at: id, isCurrent, head, ciphertext }, { sealing }) => {
    if (isCurrent || head === null || ciphertext === null)
      return { values: null, olderKeys: [], unreadable: 0 }
    const olderKeys = [head, ciphertext]
      .map((bytes) => sealing.keyOf(bytes) ?? '')
      .filter((key) => key !== sealing.newestKey)
    const opened = openedMailHead(head, id, sealing)
    const rest = openedMailRest(ciphertext, id, sealing)
    if (opened === null || rest === null) return { values: null, olderKeys, unreadable: 1 }
    const values = [id, sealMailHead(opened, id, sealing), sealMailRest(rest, id, sealing)]
    return { values, olderKeys, unreadable: 0 }
  },
  replace: {
    name: 'replace_sealed_thread_message',
    text: 'update thread_messages set head = $2, ciphertext = $3 where id = $1 returning id',
  },
}

const digestKeys: SealedRows<PlacedRow & { readonly ciphertext: string }> = {
  find: {
    name: 'find_sealed_digest_keys',
    text: `
      select organization_id::text as at, ciphertext
        from digest_keys where $1::uuid is null or organization_id > $1 order by organization_id limit $2`,
  },
  again: ({ at: id, ciphertext }, opening) => {
    const of = { kind: 'digest key', id } as const
    const reveal = () => opening.sealing.open(ciphertext, of)
    const text = again(ciphertext, opening, reveal, (key) => opening.sealing.seal(key, of))
    return resealing([text], [id, ciphertext, text.text])
  },
  replace: {
    name: 'replace_sealed_digest_key',
    text: `
      update digest_keys set ciphertext = $3 where organization_id = $1 and ciphertext = $2 returning organization_id`,
  },
}

const arrivals: SealedRows<PlacedRow & { readonly isCurrent: boolean; readonly ciphertext: Buffer | null }> =
  {
    // Reads few arrivals at once, because the body of one may have 4 MB.
    most: 8,
    find: {
      name: 'find_sealed_arrivals',
      text: `
      select id::text as at, a.is_current as "isCurrent", case when not a.is_current then body end as ciphertext
        from (select *, coalesce(substr(body, 1, length($3::bytea)) = $3, false) as is_current
                from arrivals where body is not null and ($1::uuid is null or id > $1) order by id limit $2) a
       order by id`,
    },
    given: (sealing) => [Buffer.from(`${String.fromCharCode(sealing.newestKey.length)}${sealing.newestKey}`)],
    again: ({ at: id, isCurrent, ciphertext }, { sealing }) => {
      if (isCurrent || ciphertext === null) return { values: null, olderKeys: [], unreadable: 0 }
      const olderKeys = [sealing.keyOf(ciphertext) ?? '']
      const content = sealing.openBytes(ciphertext, { kind: 'arrival', id })
      if (content === null) return { values: null, olderKeys, unreadable: 1 }
      const sealed = sealing.sealBytes(content, { kind: 'arrival', id })
      return { values: [id, ciphertext, sealed], olderKeys, unreadable: 0 }
    },
    replace: {
      name: 'replace_sealed_arrival',
      // Skips a body that was edited since it was read, or from which a person was erased.
      text: 'update arrivals set body = $3 where id = $1 and body = $2 returning id',
    },
  }

const testCalls: SealedRows<PlacedRow & { readonly isCurrent: boolean; readonly ciphertext: Buffer | null }> =
  {
    find: {
      name: 'find_sealed_test_calls',
      // Reads the contents of webhook calls only if they are not encrypted with the newest key.
      text: `
      select id::text as at, c.is_current as "isCurrent", case when not c.is_current then ciphertext end as ciphertext
        from (select *, substr(ciphertext, 1, length($3::bytea)) = $3 as is_current
                from test_calls where $1::uuid is null or id > $1 order by id limit $2) c
       order by id`,
    },
    given: (sealing) => [Buffer.from(`${String.fromCharCode(sealing.newestKey.length)}${sealing.newestKey}`)],
    again: ({ at: id, isCurrent, ciphertext }, { sealing }) => {
      if (isCurrent || ciphertext === null) return { values: null, olderKeys: [], unreadable: 0 }
      const olderKeys = [sealing.keyOf(ciphertext) ?? '']
      const content = sealing.openBytes(ciphertext, { kind: 'test call', id })
      if (content === null) return { values: null, olderKeys, unreadable: 1 }
      return { values: [id, sealing.sealBytes(content, { kind: 'test call', id })], olderKeys, unreadable: 0 }
    },
    replace: {
      name: 'replace_sealed_test_call',
      text: 'update test_calls set ciphertext = $2 where id = $1 returning id',
    },
  }

const senderCredentials: SealedRows<PlacedRow & { readonly ciphertext: string }> = {
  find: {
    name: 'find_sealed_sender_credentials',
    text: `
      select id::text as at, credentials as ciphertext
        from senders where credentials is not null and ($1::uuid is null or id > $1) order by id limit $2`,
  },
  again: ({ at: id, ciphertext }, opening) => {
    const of = { kind: 'sender credentials', id } as const
    const reveal = () => opening.sealing.open(ciphertext, of)
    const text = again(ciphertext, opening, reveal, (credentials) => opening.sealing.seal(credentials, of))
    return resealing([text], [id, ciphertext, text.text])
  },
  replace: {
    name: 'replace_sealed_sender_credentials',
    // Skips credentials that are being renewed at this moment, because they are encrypted with the newest key
    // when they are written.
    text: 'update senders set credentials = $3 where id = $1 and credentials = $2 returning id',
  },
}

const appSecrets: SealedRows<PlacedRow & { readonly ciphertext: string }> = {
  find: {
    name: 'find_sealed_app_secrets',
    text: `
      select account_id::text as at, encrypted_secret as ciphertext
        from second_factors
       where encrypted_secret is not null and ($1::uuid is null or account_id > $1) order by account_id limit $2`,
  },
  again: ({ at: id, ciphertext }, opening) => {
    const of = { kind: 'second factor', id } as const
    const reveal = () => opening.sealing.open(ciphertext, of)
    const text = again(ciphertext, opening, reveal, (secret) => opening.sealing.seal(secret, of))
    return resealing([text], [id, ciphertext, text.text])
  },
  replace: {
    name: 'replace_sealed_app_secret',
    text: `
      update second_factors set encrypted_secret = $3
       where account_id = $1 and encrypted_secret = $2 returning account_id`,
  },
}

const providerSecrets: SealedRows<PlacedRow & { readonly ciphertext: string }> = {
  find: {
    name: 'find_sealed_provider_secrets',
    text: `
      select organization_id::text as at, encrypted_secret as ciphertext
        from sign_in_providers
       where $1::uuid is null or organization_id > $1 order by organization_id limit $2`,
  },
  again: ({ at: id, ciphertext }, opening) => {
    const reveal = () => opening.sealing.open(ciphertext, ofProvider(id))
    const text = again(ciphertext, opening, reveal, (secret) => opening.sealing.seal(secret, ofProvider(id)))
    return resealing([text], [id, ciphertext, text.text])
  },
  replace: {
    name: 'replace_sealed_provider_secret',
    text: `
      update sign_in_providers set encrypted_secret = $3
       where organization_id = $1 and encrypted_secret = $2 returning organization_id`,
  },
}

const keyedRequests: SealedRows<PlacedRow & { readonly ciphertext: string }> = {
  find: {
    name: 'find_sealed_requests',
    text: `
      select claim::text as at, sealed_request as ciphertext
        from idempotency_keys where claim is not null and sealed_request is not null and ($1::uuid is null or claim > $1) order by claim limit $2`,
  },
  again: ({ at: id, ciphertext }, opening) => {
    const of = { kind: 'request', id } as const
    const reveal = () => opening.sealing.open(ciphertext, of)
    const text = again(ciphertext, opening, reveal, (facts) => opening.sealing.seal(facts, of))
    return resealing([text], [id, ciphertext, text.text])
  },
  replace: {
    name: 'replace_sealed_request',
    text: 'update idempotency_keys set sealed_request = $3 where claim = $1 and sealed_request = $2 returning claim',
  },
}

export const sealedRows: Readonly<Record<SealedPlace, SealedRows<never>>> = {
  'webhook URLs': ingestTokens,
  'secrets that sources sign with': signatureSecrets,
  'secrets that sign webhooks': webhookSecrets,
  'secrets of destinations': destinationSecrets,
  'headers of drafts': drafts,
  'headers of versions': versions,
  'captured messages': messages,
  'logged messages': loggedMessages,
  'mails of threads': threadMessages,
  'keys of digests': digestKeys,
  'bodies of arrivals': arrivals,
  'credentials of senders': senderCredentials,
  'secrets of authenticator apps': appSecrets,
  'secrets of sign-in providers': providerSecrets,
  'calls of test mode': testCalls,
  'requests with keys': keyedRequests,
}
