import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { Console } from '../console.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
})
afterEach(() => console.expectNoFaults())
afterAll(() => console.close())
