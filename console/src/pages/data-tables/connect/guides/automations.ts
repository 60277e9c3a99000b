import { type Guide, onlyUrl } from './guide.ts'

/** Setup guides for tools that connect one program with another. */
export const automations: readonly Guide[] = [
  {
    name: 'Zapier',
    isForeign: true,
    steps: [
      'Add an action to your Zap and choose “Webhooks by Zapier” with the event “POST”.',
      'Paste the webhook URL, and choose the payload type “Json”.',
      'Under “Data”, add one line for each column of the table: its name on the left, the field of your trigger on the right. Without any line Zapier sends all fields.',
      'Leave “Wrap Request In Array” at no, then test the step and publish the Zap.',
    ],
    note: 'Webhooks by Zapier is in its paid plans. It sends everything as text, which is fine: numbers and dates are read in the mapping.',
    paste: onlyUrl,
  },
  {
    name: 'Make',
    isForeign: true,
    steps: [
      'In Make, add the module “HTTP → Make a request” to your scenario.',
      'Paste the table’s webhook URL into the module and choose the method POST.',
      'Choose the body (content) type “application/x-www-form-urlencoded”, and add one field for each column of the table: its name as the key, the value of an earlier module as the value.',
      'Run the module once: the webhook URL answers 200.',
    ],
    note: 'JSON typed by hand breaks at the first quote or line break in a value. Form fields do not break.',
    paste: onlyUrl,
  },
  {
    name: 'n8n',
    isForeign: true,
    steps: [
      'In n8n, add an HTTP Request node after the node that has the data.',
      'Choose the method POST and paste the webhook URL.',
      'Turn on “Send Body”, choose the content type JSON and specify the body “Using JSON”.',
      'Switch the body field to “Expression” and paste the body below. The node then sends each item unchanged.',
      'Execute the node to send a test delivery.',
    ],
    paste: ({ url }) => [
      { label: 'URL', text: url },
      { label: 'Body', text: '{{ $json }}' },
    ],
  },
]
