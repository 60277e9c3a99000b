import { acknowledgedRecords } from './acknowledged-records.ts'
import { everyoneGoesOn } from './everyone-goes-on.ts'
import { figuresEqualRows } from './figures-equal-rows.ts'
import { metersEqualCount } from './meters-equal-count.ts'
import { noDeliveryLost } from './no-delivery-lost.ts'
import { nobodyTwice } from './nobody-twice.ts'
import { nothingInSilence } from './nothing-in-silence.ts'
import type { Promised } from './promise.ts'

/** Everything that must be true. A new promise is added here. */
export const promises: readonly Promised[] = [
  nobodyTwice,
  nothingInSilence,
  acknowledgedRecords,
  noDeliveryLost,
  metersEqualCount,
  everyoneGoesOn,
  figuresEqualRows,
]
