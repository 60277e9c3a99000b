import { describe, it } from '@jest/globals'
import type { Binding } from '../../../src/composition/provide.ts'
import { preparedForTests } from '../prepared-for-tests.ts'
import { senderPools } from '../promises/limits/sender-pools.ts'
import { earlyReactionsLogged } from '../promises/mail/early-reactions-logged.ts'
import { bodiesStay, othersStayOut } from '../promises/mapping/mapped-leads.ts'
import type { Promised } from '../promises/promise.ts'
import { carelessMappings, forgottenRoots } from './faults/careless-readers.ts'
import { expectFaultSeen, type Planned } from './faults/expect-fault-seen.ts'
import { forgetfulPools } from './faults/forgetful-pools.ts'
import { lateReactions } from './faults/late-reactions.ts'
import { strangeToItself, trustingMapping } from './faults/trusting-mapping.ts'

describe('the simulator sees', () => {
  const prepared = preparedForTests()

  const expectSeen = (replacements: readonly Binding[], promise: Promised, plan: readonly Planned[]) =>
    expectFaultSeen(prepared(), plan, { replacements, promises: [promise] })

  it('a pool that forgets the messages of its senders', async () => {
    await expectSeen(forgetfulPools, senderPools, [
      ...tableAndSpinner('new'),
      poolOf(1),
      ...[1, 2].flatMap((person) => [ingestOf(person), triggerOf('plain'), elapseOf(60)]),
    ])
  })

  it.each(['reply', 'bounce', 'complaint'])(
    'a %s that the log of messages forgets because it is read before the outcome',
    async (kind) => {
      await expectSeen(lateReactions('status'), earlyReactionsLogged, earlyReactionOf(kind))
    },
  )

  it('words of a bounce that are lost because they are read before the outcome', async () => {
    await expectSeen(lateReactions('serverResponse'), earlyReactionsLogged, earlyReactionOf('bounce'))
  })

  it('an automatic mapping that takes the address of a user for that of the lead', async () => {
    await expectSeen(trustingMapping, othersStayOut, [bodies('user', ['deliver'])])
  })

  it('an automatic mapping that takes the address of a member for that of the lead', async () => {
    await expectSeen(strangeToItself, othersStayOut, [bodies('member', ['deliver'])])
  })

  it('a body that is deleted although its address was left out', async () => {
    await expectSeen(carelessMappings, bodiesStay, [
      bodies('nested', ['deliver', 'incomplete', 'admit'], { mapsAutomatically: false }),
    ])
  })

  it('a held person that is added from another list of the body', async () => {
    await expectSeen(forgottenRoots, bodiesStay, [
      bodies('lists', ['complete', 'deliver', 'other list', 'admit'], { mapsAutomatically: false }),
    ])
  })
})

const bodies = (
  kind: string,
  actions: readonly string[],
  settings: { mapsAutomatically?: boolean } = {},
): Planned => [
  'bodies of other formats',
  { actions, kind, bodies: 1, mapsAutomatically: true, fills: true, one: null, mapping: 0, ...settings },
]

const earlyReactionOf = (kind: string): readonly Planned[] => [
  ...tableAndSpinner('new'),
  ingestOf(0, 1, 2, 3),
  [
    'a reaction arrives before the outcome',
    { spinner: 0, kind, person: 4, isFirst: true, crash: 0, order: 1 },
  ],
  elapseOf(60),
]

const ingestOf = (...people: number[]): Planned => ['ingest', { table: 0, people, by: 'key', repeats: 0 }]
const elapseOf = (seconds: number): Planned => ['elapse', { seconds }]
const poolOf = (maxPerDay: number): Planned => [
  'change the pools of senders',
  { kind: 'create', pool: 0, sender: 0, maxPerDay },
]
const triggerOf = (form: string): Planned => [
  'trigger',
  { spinner: 0, form, records: [0], delay: 0, repeats: 0 },
]

function tableAndSpinner(audience: 'new' | 'all'): readonly Planned[] {
  return [
    ['make a table', {}],
    [
      'make a spinner',
      {
        table: 0,
        audience,
        contact: 'oncePerRecord',
        window: 0,
        isExclusive: false,
        exits: 2,
        stopsEverywhere: true,
        steps: [{ kind: 'email', span: 0 }],
      },
    ],
  ]
}
