import { t } from '../../../../languages/text.ts'
import { type Guide, onlyUrl } from './guide.ts'

/** Setup guides for tools that connect one program with another. */
export const automations: readonly Guide[] = [
  {
    name: 'Zapier',
    isForeign: true,
    steps: [
      t('Add an action to your Zap and choose “Webhooks by Zapier” with the event “POST”.'),
      t('Paste the webhook URL, and choose the payload type “Json”.'),
      t(
        'Under “Data”, add one line for each column of the table: its name on the left, the field of your trigger on the right. Without any line Zapier sends all fields.',
      ),
      t('Set “Wrap Request In Array” to no, then test the step and publish the Zap.'),
    ],
    note: t(
      'Webhooks by Zapier is in its paid plans. Zapier sends every value as text; the mapping turns the text into numbers and dates.',
    ),
    paste: onlyUrl,
  },
  {
    name: 'Make',
    isForeign: true,
    steps: [
      t('In Make, add the module “HTTP → Make a request” to your scenario.'),
      t('Paste the table’s webhook URL into the module and choose the method POST.'),
      t(
        'Choose the body (content) type “application/x-www-form-urlencoded”, and add one field for each column of the table. Its key is the name of the column; its value comes from an earlier module.',
      ),
      t('Run the module once: the webhook URL answers 200.'),
    ],
    note: t(
      'A quotation mark or a line break in a value breaks JSON that you type yourself, but not form fields.',
    ),
    paste: onlyUrl,
  },
  {
    name: 'n8n',
    isForeign: true,
    steps: [
      t('In n8n, add an HTTP Request node after the node that has the data.'),
      t('Choose the method POST and paste the webhook URL.'),
      t('Turn on “Send Body”, choose the content type JSON and specify the body “Using JSON”.'),
      t(
        'Switch the body field to “Expression” and paste the body below. The node then sends each item unchanged.',
      ),
      t('Execute the node to send a test record.'),
    ],
    paste: ({ url }) => [
      { label: 'URL', text: url },
      { label: t('Body'), text: '{{ $json }}' },
    ],
  },
]
