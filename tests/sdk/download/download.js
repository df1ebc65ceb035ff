// The promise type `download`, whose attributes depend on each other: see download.yaml.
'use strict';

const { serve } = require('../../../modules/sdk/node/vow_module.js');

serve({
  name: 'download', version: '1.0', summary: 'keeps files',
  attributes: {
    url: {},
    path: {},
    text: {},
    sha256: { pattern: '[0-9a-f]+' },
    force: { type: 'bool' },
    insecure: { type: 'bool' },
    perms: {
      type: 'body', summary: 'of the file',
      attributes: {
        mode: { required: true, pattern: '[0-7]+' },
        owner: { default: 'root' },
        group: {},
        strict: { type: 'bool' },
        label: { pattern: '[a-z]+', secret: true },
      },
      rules: [
        { with: ['group'], needs: ['owner'], summary: 'it has none alone' },
        { with: ['owner', 'strict'], excludes: ['group'] },
      ],
    },
  },
  rules: [
    { needs: ['url', 'path', 'text'] },
    { with: ['url'], excludes: ['path', 'text'] },
    { with: ['sha256'], needs: ['url'], summary: 'it is the digest of a download' },
    { with: ['force', 'url'], needs: ['sha256', 'insecure'], summary: 'what is forced is checked' },
    { with: ['insecure'], excludes: ['sha256'] },
  ],
  evaluate({ attributes: { perms } }, answer) {
    if (perms) answer.resultClass(`owner_${perms.owner}`);
    answer.kept();
  },
});
