import { mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { keepBundle } from '../../../src/operation/process/kept-bundle.ts'
import { openScratch } from '../../support/scratch.ts'
import { Home } from '../spindle-process.ts'

const hourMs = 3_600_000
let dist: string
let bundle: string
beforeEach(() => {
  dist = openScratch()
  bundle = join(dist, 'old')
  mkdirSync(bundle)
  for (const name of ['main.js', 'main.ts']) writeFileSync(join(bundle, name), '')
  symlinkSync('old', join(dist, 'current'))
})
afterEach(() => {
  jest.useRealTimers()
  rmSync(dist, { recursive: true })
})

const ageMs = (folder: string) => Date.now() - statSync(folder).mtimeMs

function makeOlder(folder: string, byMs: number): void {
  const then = new Date(Date.now() - byMs)
  utimesSync(folder, then, then)
}

it('a bundle is touched at the start and every hour, also after the link leads to another bundle', () => {
  jest.useFakeTimers()
  makeOlder(bundle, 48 * hourMs)
  keepBundle(join(dist, 'current', 'main.js'))
  expect(ageMs(bundle)).toBeLessThan(hourMs)
  rmSync(join(dist, 'current'))
  makeOlder(bundle, 48 * hourMs)
  jest.advanceTimersByTime(hourMs)
  expect(ageMs(bundle)).toBeLessThan(hourMs)
})

it('a bundle that was deleted does not end the process that runs from it', () => {
  jest.useFakeTimers()
  keepBundle(join(dist, 'current', 'main.js'))
  rmSync(bundle, { recursive: true })
  expect(() => jest.advanceTimersByTime(hourMs)).not.toThrow()
})

it('a folder of sources is not touched', () => {
  makeOlder(bundle, 48 * hourMs)
  keepBundle(join(bundle, 'main.ts'))
  expect(ageMs(bundle)).toBeGreaterThan(47 * hourMs)
})

it('a started service touches its bundle', async () => {
  const { TEST_BUNDLE: used = '' } = process.env
  // The age is below a day, so that a build at the same time does not delete the bundle of the tests.
  makeOlder(used, 3 * hourMs)
  const home = await Home.prepared()
  const spindle = await home.start()
  expect(ageMs(used)).toBeLessThan(hourMs)
  expect(await spindle.stop()).toBe(0)
  await home.remove()
})
