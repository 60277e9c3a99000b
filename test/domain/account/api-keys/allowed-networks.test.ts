import { describe, expect, it } from '@jest/globals'
import { AllowedNetworks, storedNetwork } from '../../../../src/domain/account/api-keys/allowed-networks.ts'

describe('the networks of an API key', () => {
  it.each([
    ['203.0.113.0/24', '203.0.113.255', '203.0.114.0'],
    ['203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['203.0.113.7/24', '::ffff:203.0.113.1', '::ffff:203.0.114.1'],
    ['::ffff:203.0.113.0/120', '203.0.113.9', '203.0.114.9'],
    ['::ffff:cb00:7100/120', '203.0.113.9', '203.0.114.9'],
    ['0.0.0.0/0', '198.51.100.1', '2001:db8::1'],
    ['::/0', '2001:db8::1', '198.51.100.1'],
    ['2001:db8::/32', '2001:db8:ffff::1', '2001:db9::'],
    ['2001:DB8:0:1::/64', '2001:db8:0:1:2:3:4:5', '2001:db8:0:2::'],
    ['fe80::/10', 'fe80::1%eth0', 'fec0::1'],
  ])('%s include %s, but not %s', (network, inside, outside) => {
    const networks = new AllowedNetworks(['192.0.2.1/32', network])
    expect([networks.includes(inside), networks.includes(outside)]).toEqual([true, false])
  })

  it.each([
    ['203.0.113.9/24', '203.0.113.0/24'],
    ['203.0.113.9', '203.0.113.9/32'],
    ['::ffff:203.0.113.9/120', '203.0.113.0/24'],
    ['2001:DB8:0:0:0::1/64', '2001:db8::/64'],
    ['2001:db8:0:1:0:0:0:1', '2001:db8:0:1::1/128'],
    ['::1', '::1/128'],
    ['::/0', '::/0'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8/128'],
  ])('store %s as %s', (sent, stored) => {
    expect(storedNetwork(sent)).toBe(stored)
    expect(storedNetwork(stored)).toBe(stored)
  })

  it.each([
    '',
    'example.com',
    '203.0.113.0/33',
    '203.0.113.0/-1',
    '203.0.113.0/024',
    '203.0.113/24',
    '203.0.113.256',
    '203.0.113.0/24/8',
    '2001:db8::/129',
    '::ffff:203.0.113.0/95',
    '1:2:3:4:5:6:7',
    '1::2::3',
    '1:2:3:4:5:6:7::8',
    '12345::',
    '::203.0.113.256',
  ])('cannot be "%s"', (text) => {
    expect(storedNetwork(text)).toBeNull()
    expect(new AllowedNetworks(['0.0.0.0/0', '::/0']).includes(text)).toBe(false)
  })
})
