import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { waitsForPolicy } from '../../../src/domain/contact/contact-policy.ts'
import { type ReasonCode, reasonCatalogue, reasonCodes, waitsInZone } from '../../../src/domain/reason.ts'
import { createWorld, type World } from '../../support/world.ts'

const waits = reasonCodes.filter((code) => reasonCatalogue[code].kind === 'waits')

/** The reasons of waits that a change of the record, or of the segments that a step names, may end. */
const waitsForRecord: readonly ReasonCode[] = ['WAITS_FOR_CHANGE', 'WAITS_FOR_CONDITION']

/** The reasons of waits that may end without a message, or whose end is not known or lies within minutes. */
const waitsOutsidePace: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  ...waitsForPolicy,
  ...waitsForRecord,
  'ON_HOLD',
  'CHANGED_BY_USER',
  'NO_SENDER',
  'PROVIDER_LIMIT',
  'SENDER_NEEDS_ATTENTION',
  'SENDER_PAUSED',
  'SENDING_NOT_PREPARED',
  'SPINNER_PAUSED',
  'TEMPLATES_BUSY',
])

describe('the reasons of waits in SQL functions', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  it('are those of the domain that a hold replaces', async () => {
    const { rows } = await world.sql.query<{ code: string }>(
      `select c.code from unnest($1::text[]) c(code)
        cross join lateral jsonb_populate_record(null::recipients, jsonb_build_object(
          'status', 'waiting', 'reason', c.code, 'due_at', '2026-12-03T00:00:00Z')) r
        where hold_delays(p_recipient => r, p_until => '2026-12-02T00:00:00Z', p_now => '2026-12-01T00:00:00Z')`,
      [waits],
    )
    const expected = new Set([...waitsForPolicy, ...waitsInZone, ...waitsForRecord])
    expect(rows.map(({ code }) => code).toSorted()).toEqual([...expected].toSorted())
  })

  it('are those of the domain that leave room in the pace of a spinner', async () => {
    const { rows } = await world.sql.query<{ text: string }>(
      `select prosrc as text from pg_proc where proname = 'count_pace_waits'`,
    )
    const listed = /r\.reason = any\('\{([A-Z_,]+)\}'\)/.exec(rows[0]?.text ?? '')?.[1]?.split(',') ?? []
    const expected = waits.filter((code) => !waitsOutsidePace.has(code))
    expect(listed.toSorted()).toEqual(expected.toSorted())
  })
})
