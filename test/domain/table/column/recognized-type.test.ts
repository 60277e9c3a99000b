import { describe, expect, it } from '@jest/globals'
import { recognizedType } from '../../../../src/domain/table/column/recognized-type.ts'

describe('the type of a new column', () => {
  it.each([
    ['number', 'Employees', ['5', '12', '250']],
    ['number', 'Revenue', ['1200.50', '99', '1000000']],
    ['number', 'Balance', ['-5000', '2000', '1000']],
    ['number', 'Score', [1, 2.5, 30, null, '']],
    ['date', 'Renewal', ['2026-11-20', '2026-01-02T09:30', ' 2027-02-28 ']],
    ['email', 'E-Mail', ['ada@example.com', 'grace@example.com', '', 'alan@example.org']],
  ] as const)('is %s if all values of %s are', (type, name, values) => {
    expect(recognizedType(name, values)).toBe(type)
  })

  it.each([
    ['leading zeros', 'Value', ['007', '12', '250']],
    ['postal codes of one length', 'Where', ['80331', '10115', '50667']],
    ['postal codes of four digits', 'Where', ['1010', '8001', '3011']],
    ['postal codes of several countries', 'PLZ', ['80331', '8001', '75001']],
    ['phone numbers with a plus sign', 'Value', ['+4930123456', '+493012345', '+49301234567']],
    ['phone numbers as digits', 'Value', ['4930123456', '493012345', '49301234567']],
    ['phone numbers as numbers', 'mobilePhone', [1, 22, 333]],
    ['ids with more than 15 digits', 'Value', ['12', '1234567890123456', '5']],
    ['digits after the point beyond the precision', 'Value', ['0.12345678901234567', '1', '2']],
    ['ids by their name', 'Customer ID', ['5', '12', '250']],
    ['numbers of customers', 'Kundennummer', ['5', '12', '250']],
    ['account numbers in camel case', 'accountNo', ['5', '12', '250']],
    ['exponents', 'Value', ['1e5', '2', '3']],
    ['large JSON numbers', 'Value', [1e21, 2, 3]],
    ['decimal commas', 'Value', ['1,5', '2,5', '3,5']],
    ['currencies', 'Value', ['€ 5', '€ 12', '€ 250']],
    ['booleans', 'Value', [true, false, true]],
    ['one value of another kind', 'Value', ['5', '12', 'n/a', '250']],
    ['one malformed address', 'E-Mail', ['ada@example.com', 'grace@example', 'anna@@globex.example']],
    ['dates of no calendar', 'Value', ['2026-02-30', '2026-01-02', '2026-01-03']],
    ['dates in the order of a country', 'Value', ['11/20/2026', '11/21/2026', '11/22/2026']],
    ['two values', 'Value', ['5', '12']],
    ['no values', 'Value', ['', null, ' ']],
    ['infinities and words', 'Value', ['Infinity', 'NaN', '5']],
    ['other digits', 'Value', ['٣', '٤', '٥']],
  ] as const)('stays text for %s', (_, name, values) => {
    expect(recognizedType(name, values)).toBe('text')
  })
})
