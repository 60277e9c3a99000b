import type { Actor } from '../../domain/account/audit/actor.ts'
import type { AuditFacts } from '../../domain/account/audit/facts.ts'
import { DomainError } from '../../domain/errors.ts'
import type { DataTable, TableSettings } from '../../domain/table/data-table.ts'
import {
  assertSignatureSecret,
  type BadSignatureRule,
  type SignaturePreset,
  type TableSignature,
} from '../../domain/table/signature.ts'
import type { Secrets } from '../../ports/account/secrets.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

/** The preset and the secret by which requests to a table are verified; null if requests need no signature. */
type NewSignature = { readonly preset: SignaturePreset; readonly secret: string } | null

/** Changes of a table's rules for signed and unsigned requests with records. */
export type SignatureChanges = {
  readonly signature?: NewSignature
  readonly onBadSignature?: BadSignatureRule
}

/**
 * Throws if an API key changes how deliveries are signed, or what happens to those without a valid signature. A
 * leaked key could otherwise admit forged deliveries.
 */
export function assertMaySign({ signature, onBadSignature }: SignatureChanges, by: Actor): void {
  if (by.kind !== 'apiKey' || (signature === undefined && onBadSignature === undefined)) return
  const message = 'Only a person may change the signature rules of a data table'
  throw new DomainError('FORBIDDEN', { message })
}

/** Returns the signature of a table after a change, with its secret encrypted for storage. */
export async function changedSignature(
  { id, signature }: DataTable,
  change: NewSignature | undefined,
  secrets: Secrets,
): Promise<TableSignature | null> {
  if (change === undefined) return signature
  if (change === null) return null
  const { preset, secret } = change
  assertSignatureSecret(preset, secret)
  return { preset, secretCiphertext: secrets.sealSignatureSecret(secret, id) }
}

/** Writes an audit entry about a change of a table's signature rules. A new secret counts as a change. */
export async function noteSignature(
  tx: Transaction,
  { before, after, by }: { readonly before: DataTable; readonly after: DataTable; readonly by: Actor },
): Promise<void> {
  const isSame =
    before.signature === after.signature &&
    before.onBadSignature === after.onBadSignature &&
    before.mapsAutomatically === after.mapsAutomatically
  if (isSame) return
  await tx.audit.add({
    action: 'dataTable.signatureChanged',
    organizationId: before.organizationId,
    by,
    subject: { kind: 'dataTable', id: before.id, name: after.name },
    before: factsOf(before),
    after: factsOf(after),
  })
}

function factsOf({ signature, onBadSignature, mapsAutomatically }: TableSettings): AuditFacts {
  return { signaturePreset: signature?.preset ?? null, onBadSignature, mapsAutomatically }
}
