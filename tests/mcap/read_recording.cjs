// SPDX-License-Identifier: Apache-2.0
// Reads a recording with the libraries that viewers use: by its index and as a stream, all CRCs
// checked; every JSON message against its schema, every CDR message decoded. Prints what it found
// as one JSON object. Usage: node read_recording.cjs FILE [cut]; "cut": the file has no index.
"use strict";
const fs = require("node:fs");
const { McapIndexedReader, McapStreamReader } = require("@mcap/core");
const { loadDecompressHandlers } = require("@mcap/support");
const { parse } = require("@foxglove/rosmsg");
const { MessageReader } = require("@foxglove/rosmsg2-serialization");
const Ajv = require("ajv");

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

class OpenFile {
  constructor(path) {
    this.handle = fs.openSync(path, "r");
    this.bytes = BigInt(fs.fstatSync(this.handle).size);
  }
  async size() {
    return this.bytes;
  }
  async read(offset, length) {
    const buffer = new Uint8Array(Number(length));
    const count = fs.readSync(this.handle, buffer, 0, Number(length), Number(offset));
    if (count !== Number(length)) fail(`only ${count} of ${length} bytes at ${offset}`);
    return buffer;
  }
}

// Decodes messages of a channel, or says what is wrong with them.
class Decoders {
  constructor() {
    this.ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false });
    this.byChannel = new Map();
  }
  decode(channel, schema, data) {
    if (!this.byChannel.has(channel.id)) this.byChannel.set(channel.id, this.make(channel, schema));
    return this.byChannel.get(channel.id)(data);
  }
  make(channel, schema) {
    const text = new TextDecoder().decode(schema.data);
    if (channel.messageEncoding === "json") {
      if (schema.encoding !== "jsonschema") fail(`${channel.topic}: ${schema.encoding}?`);
      const check = this.ajv.compile(JSON.parse(text));
      return (data) => {
        const message = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(data));
        if (!check(message)) fail(`${channel.topic}: ${this.ajv.errorsText(check.errors)}`);
        return message;
      };
    }
    if (channel.messageEncoding !== "cdr" || schema.encoding !== "ros2msg")
      fail(`${channel.topic}: ${channel.messageEncoding}?`);
    const reader = new MessageReader(parse(text, { ros2: true }));
    return (data) => reader.readMessage(data);
  }
}

function note(found, topic, schema, message) {
  const entry = (found[topic] ??= { schema: schema.name, count: 0 });
  entry.count += 1;
  if (entry.count === 1) entry.first = summary(message);
}

function summary(message) {
  if (message.transforms) {
    const { header, child_frame_id, transform } = message.transforms[0] ?? {};
    return { frame: header?.frame_id, child: child_frame_id, transform };
  }
  if (message.ranges && message.angle_max !== undefined)
    return { frame: message.header.frame_id, beams: message.ranges.length };
  if (message.format) {
    const data = message.data;
    return { format: message.format, jpeg: data[0] === 0xff && data[1] === 0xd8 };
  }
  return undefined;
}

async function readIndexed(path, decompressHandlers) {
  const reader = await McapIndexedReader.Initialize({ readable: new OpenFile(path), decompressHandlers });
  const decoders = new Decoders();
  const topics = {};
  let messages = 0n;
  let before = -1n;
  for await (const message of reader.readMessages({ validateCrcs: true })) {
    const channel = reader.channelsById.get(message.channelId);
    const schema = reader.schemasById.get(channel.schemaId);
    note(topics, channel.topic, schema, decoders.decode(channel, schema, message.data));
    if (message.logTime < before) fail("messages out of order");
    before = message.logTime;
    messages += 1n;
  }
  if (messages !== reader.statistics.messageCount) fail("the statistics count other messages");
  const attachments = [];
  for await (const attachment of reader.readAttachments({ validateCrcs: true }))
    attachments.push(attachment.name);
  if (attachments.length !== reader.statistics.attachmentCount) fail("attachments are missing");
  const metadata = {};
  for await (const { name, metadata: entries } of reader.readMetadata())
    metadata[name] = Object.fromEntries(entries);
  return { messages: Number(messages), profile: reader.header.profile, topics, attachments, metadata };
}

function readStream(path, decompressHandlers) {
  const reader = new McapStreamReader({ decompressHandlers, validateCrcs: true });
  const schemas = new Map();
  const channels = new Map();
  const decoders = new Decoders();
  const counts = { messages: 0, attachments: 0, metadata: 0, isComplete: false };
  const handle = fs.openSync(path, "r");
  const buffer = Buffer.alloc(1 << 16);
  for (let length; (length = fs.readSync(handle, buffer)) > 0; ) {
    reader.append(new Uint8Array(buffer.subarray(0, length)));
    for (let record; (record = reader.nextRecord()); ) {
      if (record.type === "Schema") schemas.set(record.id, record);
      if (record.type === "Channel") channels.set(record.id, record);
      if (record.type === "Attachment") counts.attachments += 1;
      if (record.type === "Metadata") counts.metadata += 1;
      if (record.type !== "Message") continue;
      const channel = channels.get(record.channelId);
      decoders.decode(channel, schemas.get(channel.schemaId), record.data);
      counts.messages += 1;
    }
  }
  counts.isComplete = reader.done();
  return counts;
}

async function main(path, mode) {
  const decompressHandlers = await loadDecompressHandlers();
  const stream = readStream(path, decompressHandlers);
  if (mode === "cut") return { stream };
  const indexed = await readIndexed(path, decompressHandlers);
  if (indexed.messages !== stream.messages)
    fail(`${indexed.messages} messages by the index, ${stream.messages} as a stream`);
  if (!stream.isComplete) fail("the stream does not end");
  return { stream, indexed };
}

main(process.argv[2], process.argv[3]).then(
  (found) => console.log(JSON.stringify(found)),
  (error) => fail(error.stack),
);
