import Joi from 'joi'
import type { ArrivalBody } from '../../../domain/arrival/arrival.ts'
import type { Taken } from '../../../use-cases/arrival/take-arrival.ts'
import type { Answer } from '../response.ts'

const ack =
  '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><notificationsResponse xmlns="http://soap.sforce.com/2005/09/outbound"><Ack>true</Ack></notificationsResponse></soapenv:Body></soapenv:Envelope>'

export const admissionResponse = {
  description:
    'The records are in the table, or are held until a person admits them. Returned by open data tables (`acceptsAnyFormat` is true). The response to a SOAP request is a SOAP acknowledgement.',
  schema: Joi.object({
    ok: Joi.valid(true).description(
      'Always `true`: the request was processed. Absent in the answer to a request by which a source verifies the webhook URL.',
    ),
    accepted: Joi.number()
      .integer()
      .description('The number of records that were added to the table or changed it.'),
    held: Joi.number()
      .integer()
      .description(
        'The number of records that are held: they do not fit the table, and are kept until a person admits or discards them. The arrival has the reasons. A body that cannot be split into records counts as one.',
      ),
    arrivalId: Joi.string()
      .allow(null)
      .description('The id of the arrival with the held records; `null` if nothing is held.'),
    duplicate: Joi.number()
      .integer()
      .description(
        'The number of records that had arrived before in the same delivery, and changed nothing; absent if there are none.',
      ),
    ignored: Joi.number()
      .integer()
      .description(
        'The number of records that were dropped by a mapping with the action `ignore`; absent if there are none.',
      ),
    challenge: Joi.string().description(
      'The value of `challenge` in a request by which a source verifies the webhook URL; the only field of that response.',
    ),
    plainToken: Joi.string().description('The token of a URL validation by Zoom, as it was received.'),
    encryptedToken: Joi.string().description(
      'The HMAC-SHA-256 of `plainToken` with the secret of the table, in hexadecimal digits.',
    ),
  })
    .description(
      'The result of a request with records to an open data table (`acceptsAnyFormat` is true), or the answer to a request by which a source verifies the webhook URL.',
    )
    .meta({ named: 'ArrivalReceipt' }),
  example: { ok: true, accepted: 1, held: 0, arrivalId: null },
  alsoAs: { 'text/xml': ack, 'text/plain': 'what was sent as validationToken' },
}

export function admissionAnswer(
  { organizationId, accepted, held, duplicate, ignored, arrivalId }: Taken,
  body: ArrivalBody | null = null,
): Answer {
  if (body !== null && isSoap(body)) {
    const headers = { 'Content-Type': 'text/xml; charset=utf-8' }
    return { status: 200, body: Buffer.from(ack), headers, organizationId }
  }
  return {
    status: 200,
    body: {
      ok: true,
      accepted,
      held,
      arrivalId,
      ...(duplicate === 0 ? {} : { duplicate }),
      ...(ignored === 0 ? {} : { ignored }),
    },
    organizationId,
  }
}

function isSoap({ bytes, contentType, contentEncoding }: ArrivalBody): boolean {
  if (contentEncoding !== null || !/\bxml\b/i.test(contentType ?? '')) return false
  return /<(?:[\w-]+:)?Envelope[\s>]/.test(Buffer.from(bytes.subarray(0, 1_024)).toString('latin1'))
}
