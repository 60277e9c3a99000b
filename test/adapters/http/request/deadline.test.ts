import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { BodyDeadline } from '../../../../src/adapters/http/request/deadline.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const never = () => new Promise<void>(() => {})

describe('the body of a request', () => {
  it('that has not arrived after a minute ends its request', async () => {
    const deadline = new BodyDeadline()
    const request = new IncomingMessage(new Socket())
    void deadline.within(request, never)
    await jest.advanceTimersByTimeAsync(59_000)
    expect(request.destroyed).toBe(false)
    await jest.advanceTimersByTimeAsync(6_000)
    expect(request.destroyed).toBe(true)
  })

  it('that was read in time no longer has a deadline', async () => {
    const deadline = new BodyDeadline()
    const request = new IncomingMessage(new Socket())
    await deadline.within(request, () => Promise.resolve())
    await jest.advanceTimersByTimeAsync(120_000)
    expect(request.destroyed).toBe(false)
  })

  it('that could not be read no longer has a deadline', async () => {
    const deadline = new BodyDeadline()
    const request = new IncomingMessage(new Socket())
    await expect(deadline.within(request, () => Promise.reject(new Error('cut off')))).rejects.toThrow(
      'cut off',
    )
    await jest.advanceTimersByTimeAsync(120_000)
    expect(request.destroyed).toBe(false)
  })
})
