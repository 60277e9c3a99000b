import type pg from 'pg'
import { accountsThere } from '../../adapters/postgres/cell/moved-accounts.ts'
import { notCopiedTables, organizationTables } from '../../adapters/postgres/cell/organization-tables.ts'
import type { RowOf } from '../../adapters/postgres/schema/columns.ts'
import { sessionKey } from '../../ports/sealing.ts'
import type { MoveOrder } from './move-order.ts'
import type { OutgoingMove } from './outgoing-move.ts'

interface Both {
  readonly state: pg.Client
  readonly target: pg.Client
}

/**
 * Returns the reason why an organization cannot be moved to another cell, before anything is done; null if it
 * can be moved.
 */
export async function obstacleOf(
  order: MoveOrder,
  both: Both,
  departure: Pick<OutgoingMove, 'arrival'>,
): Promise<string | null> {
  return (
    (await ofPlace(order, both)) ??
    (await ofThirdCell(order, both, departure)) ??
    (await ofTestMode(order, both)) ??
    (await ofSchema(both)) ??
    (await ofKeys(both)) ??
    (await ofPlan(order, both)) ??
    (await ofAccounts(order, both)) ??
    (await ofDomains(order, both))
  )
}

async function ofPlace({ organizationId }: MoveOrder, { state, target }: Both): Promise<string | null> {
  const { rows: here } = await state.query('select from organizations where id = $1', [organizationId])
  if (here.length === 0) return `This cell has no organization ${organizationId}.`
  const { rows: deletions } = await state.query(
    "select from organization_departures where organization_id = $1 and status in ('grace', 'deleting', 'reopening')",
    [organizationId],
  )
  if (deletions.length > 0)
    return 'The organization is to be deleted. It can be moved a minute after an owner has undone the deletion.'
  const { rows: left } = await target.query(
    `select from organization_departures where organization_id = $1 and status = 'departed' and purged_at is null`,
    [organizationId],
  )
  if (left.length > 0)
    return 'The other cell still has data of the organization from an earlier move. Run that move again, so that it completes.'
  const { rows: lives } = await target.query(
    `select from organizations o left join incoming_moves m on m.organization_id = o.id
      where o.id = $1 and (m.organization_id is null or m.completed_at is not null)`,
    [organizationId],
  )
  return lives.length > 0 ? 'The other cell already has an organization with this id.' : null
}

/**
 * Refuses to move an organization of a restored cell to a cell that it has left since for a third one. The row of the
 * third cell would otherwise be lost, and two cells would have the organization.
 */
async function ofThirdCell(
  { organizationId, from }: MoveOrder,
  { target }: Both,
  departure: Pick<OutgoingMove, 'arrival'>,
): Promise<string | null> {
  const own = await departure.arrival()
  const { rows: onward } = await target.query<Pick<RowOf<'organization_departures'>, 'cell'>>(
    `select cell from organization_departures
      where organization_id = $1 and status = 'departed' and cell <> $2
        and ($3::timestamptz is null or completed_at > $3)`,
    [organizationId, from, own?.at ?? null],
  )
  const [first] = onward
  return first === undefined
    ? null
    : `The organization has moved on from that cell to the cell "${first.cell}". Run this again with the database of "${first.cell}".`
}

async function ofTestMode({ organizationId }: MoveOrder, { state }: Both): Promise<string | null> {
  const { rows } = await state.query<{ is_test: boolean; advances: boolean }>(
    `select o.test_of is not null as is_test, exists (
              select from organizations t join test_clocks c on c.organization_id = t.id
               where t.test_of = o.id and c.target is not null) as advances
       from organizations o where o.id = $1`,
    [organizationId],
  )
  if (rows[0]?.is_test === true)
    return 'A test organization cannot be moved. Its members can enter test mode again after their organization has moved.'
  return rows[0]?.advances === true
    ? 'The clock of its test organization is advancing. Wait until it has stopped (GET /test-clock and the console in test mode show this), then run this again. The move deletes the test organization with its timeline.'
    : null
}

async function ofSchema({ state, target }: Both): Promise<string | null> {
  const text = `
    select table_name || '.' || column_name || ' ' || udt_name as column
      from information_schema.columns
     where table_schema = current_schema and table_name = any($1::text[])
     order by table_name, ordinal_position`
  const tables = [...organizationTables, ...notCopiedTables].map(({ name }) => name).concat('organizations')
  const columnsOf = async (connection: pg.Client) =>
    (await connection.query<{ column: string }>(text, [tables])).rows.map(({ column }) => column)
  const [here, there] = [await columnsOf(state), await columnsOf(target)]
  if (here.join('\n') === there.join('\n')) return null
  const other =
    here.find((column) => !there.includes(column)) ?? there.find((column) => !here.includes(column))
  return `The two databases have different versions (${other ?? 'the order of columns differs'}). Run npm run migrate of the same version on both.`
}

async function ofKeys({ state, target }: Both): Promise<string | null> {
  const text = 'select id, proof from encryption_keys'
  type Row = { readonly id: string; readonly proof: string }
  const { rows: here } = await state.query<Row>(text)
  const { rows: there } = await target.query<Row>(text)
  for (const { id, proof } of here) {
    const same = there.find((key) => key.id === id)
    if (same?.proof === proof) continue
    const name = id === sessionKey ? 'SESSION_SECRET' : `the key "${id}" of SECRETS`
    return same === undefined
      ? `Secrets of the organization are encrypted with ${name}, which the other cell has never used. Set the same SESSION_SECRET and SECRETS in both cells. Then start a process there once with ${name} in first place, or run rotate-secrets here until ${name} can be removed.`
      : `The value of ${name} differs in the other cell, so secrets of this cell cannot be decrypted there. Set the same SECRETS with the same names in both cells, and run rotate-secrets in both until the other keys can be removed.`
  }
  return null
}

async function ofPlan({ organizationId }: MoveOrder, { state, target }: Both): Promise<string | null> {
  const { rows } = await state.query<Pick<RowOf<'organizations'>, 'plan_id'>>(
    'select plan_id from organizations where id = $1',
    [organizationId],
  )
  const plan = rows[0]?.plan_id ?? ''
  const { rows: there } = await target.query('select from plans where id = $1', [plan])
  return there.length > 0
    ? null
    : `The other cell has no plan "${plan}". Use the same PLANS_FILE there and start a process, or run set-plan first.`
}

async function ofAccounts({ organizationId }: MoveOrder, { state, target }: Both): Promise<string | null> {
  const found = await accountsThere(state, target, organizationId)
  return 'obstacle' in found ? found.obstacle : null
}

async function ofDomains({ organizationId }: MoveOrder, { state, target }: Both): Promise<string | null> {
  type Row = Pick<RowOf<'email_domains'>, 'domain'>
  const { rows: own } = await state.query<Row>(
    'select domain from email_domains where organization_id = $1 and proven_at is not null',
    [organizationId],
  )
  const { rows: taken } = await target.query<Row>(
    `select domain from email_domains
      where domain = any($1::text[]) and organization_id <> $2 and proven_at is not null order by domain`,
    [own.map(({ domain }) => domain), organizationId],
  )
  const [first] = taken
  return first === undefined
    ? null
    : `An organization of the other cell has proven the e-mail domain ${first.domain}. One of the two organizations has to remove it first.`
}
