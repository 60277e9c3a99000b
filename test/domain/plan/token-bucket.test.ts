import { describe, expect, it } from '@jest/globals'
import { TokenBucket } from '../../../src/domain/plan/token-bucket.ts'

describe('a token bucket', () => {
  it('permits the requests of ten seconds at once, and then at its rate', () => {
    const bucket = new TokenBucket(5, 100)
    expect([bucket.capacity, bucket.left(100), bucket.secondsToNext(100)]).toEqual([50, 50, 0])
    bucket.take(100, 50)
    expect([bucket.left(100), bucket.secondsToNext(100), bucket.secondsToFull(100)]).toEqual([0, 0.2, 10])
    expect([bucket.left(100.5), bucket.left(101), bucket.left(1_000)]).toEqual([2, 5, 50])
  })

  it('is never emptier than empty', () => {
    const bucket = new TokenBucket(1, 0)
    bucket.take(0, 1_000_000)
    expect(bucket.left(1)).toBe(1)
  })

  it('keeps its level when its rate changes', () => {
    const bucket = new TokenBucket(10, 0)
    bucket.take(0, 30)
    bucket.changePace(100, 0)
    expect([bucket.capacity, bucket.left(0)]).toEqual([1_000, 970])
    bucket.changePace(2, 0)
    expect([bucket.capacity, bucket.left(0)]).toEqual([20, 0])
    bucket.changePace(2, 3)
    expect(bucket.left(3)).toBe(6)
  })

  it('subtracts requests of other processes, up to a whole bucket, before it permits more', () => {
    const bucket = new TokenBucket(1, 0)
    bucket.take(0, 8)
    bucket.owe(0, 5)
    expect([bucket.left(0), bucket.secondsToNext(0), bucket.left(4)]).toEqual([-3, 4, 1])
    bucket.owe(4, 1_000_000)
    bucket.take(4, 1)
    expect([bucket.left(4), bucket.left(15)]).toEqual([-10, 1])
  })
})
