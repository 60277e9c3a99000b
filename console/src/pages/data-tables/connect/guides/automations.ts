import { type Guide, onlyUrl } from './guide.ts'

/** Setup guides for tools that connect one program with another. */
export const automations: readonly Guide[] = [
  {
    name: 'Zapier',
    isForeign: true,
    steps: [
      'Add an action to your Zap and choose “Webhooks by Zapier” with the event “POST”.',
      'Paste the URL, and choose the payload type “Json”.',
      'Under “Data”, add one line for each column: its name on the left, the field of your trigger on the right. Without any line Zapier sends all fields.',
      'Leave “Wrap Request In Array” at no, then test the step and publish the Zap.',
    ],
    note: 'Webhooks by Zapier is in its paid plans. It sends everything as text, which is fine: numbers and dates are read in the mapping.',
    paste: onlyUrl,
  },
  {
    name: 'Make',
    isForeign: true,
    steps: [
      'Add the module HTTP → Make a request to your scenario.',
      'Paste the table’s webhook URL into the module and choose the method POST.',
      'Choose the body (content) type “application/x-www-form-urlencoded”, and add one field for each column: its name as the key, the value of an earlier module as the value.',
      'Run the module once: it answers 200.',
    ],
    note: 'JSON typed by hand breaks at the first quote or line break in a value. Fields do not break.',
    paste: onlyUrl,
  },
  {
    name: 'n8n',
    isForeign: true,
    steps: [
      'Add an HTTP Request node behind the node that has the data.',
      'Choose the method POST and paste the URL.',
      'Turn on “Send Body”, choose the content type JSON and specify the body “Using JSON”.',
      'Switch the field of the body to “Expression” and paste the body: it sends each item as it is.',
      'Execute the node.',
    ],
    paste: ({ url }) => [
      { label: 'URL', text: url },
      { label: 'Body', text: '{{ $json }}' },
    ],
  },
]
