import { describe, expect, it } from '@jest/globals'
import { clientAddressOf } from '../../../../../src/adapters/http/request/caller/address.ts'

describe('the address for which attempts are counted', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('of %j is %j', (ip, expected) => {
    expect(clientAddressOf(ip)).toBe(expected)
  })
})
