import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ArrivalStorm } from './arrival-storm.ts'
import { Deployment } from './deployment.ts'

const deliveries = 400

let deployment: Deployment
beforeAll(async () => {
  deployment = await Deployment.create()
})
afterAll(() => deployment.close())

describe('an API that is killed while foreign bodies arrive', () => {
  it('stores each answered arrival once, accepted or held, and admits the held ones once', async () => {
    const storm = await ArrivalStorm.begin(deployment)
    const raged = await storm.rage({ deliveries, kills: 2, senders: 16 })
    const half = deliveries / 2
    expect(raged).toMatchObject({ answered: deliveries, inTable: half, held: half, twice: 0, lost: 0 })
    expect(await storm.admit(deliveries, 1)).toMatchObject({
      inTable: deliveries,
      held: 0,
      twice: 0,
      lost: 0,
    })
  })
})
