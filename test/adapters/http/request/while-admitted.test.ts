import { afterEach, expect, it } from '@jest/globals'
import { whileAdmitted } from '../../../../src/adapters/http/request/while-admitted.ts'

const realNow = Date.now
afterEach(() => {
  Date.now = realNow
})

/** Yields numbers, of which each takes six seconds. */
async function* slowly(): AsyncIterable<number> {
  for (let number = 1; number <= 4; number++) {
    yield number
    const later = Date.now() + 6_000
    Date.now = () => later
  }
}

async function readWhile(isAdmitted: () => boolean) {
  const read: number[] = []
  let checks = 0
  const stillAdmitted = async () => {
    checks++
    if (!isAdmitted()) throw new Error('The key was revoked')
  }
  try {
    for await (const number of whileAdmitted(slowly(), stillAdmitted)) read.push(number)
    return { read, checks, refused: false }
  } catch {
    return { read, checks, refused: true }
  }
}

it('a long response continues while its key is valid', async () => {
  expect(await readWhile(() => true)).toEqual({ read: [1, 2, 3, 4], checks: 3, refused: false })
})

it('a long response ends with an error after its key was revoked', async () => {
  let checks = 0
  expect(await readWhile(() => ++checks < 2)).toEqual({ read: [1, 2], checks: 2, refused: true })
})
