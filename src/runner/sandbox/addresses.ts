// Which addresses belong to the operator's own machines and network.
import { BlockList, isIPv4 } from 'node:net';

type Range = readonly [net: string, bits: number];

const OURS: readonly Range[] = [
  ...[block('10.0.0.0', 8), block('172.16.0.0', 12), block('192.168.0.0', 16), block('127.0.0.0', 8)],
  ...[block('0.0.0.0', 8), block('100.64.0.0', 10), block('192.0.0.0', 24), block('198.18.0.0', 15)],
  ...[block('224.0.0.0', 3), block('::', 127), block('fc00::', 7), block('ff00::', 8), block('64:ff9b:1::', 48)],
];
/** Link-local: where clouds answer with the machine's credentials. */
const NEVER: readonly Range[] = [block('169.254.0.0', 16), block('fe80::', 10), block('fd00:ec2::254', 128)];

const ours = listOf([...OURS, ...NEVER]);
const never = listOf(NEVER);

/** Loopback, private, link-local, multicast and reserved addresses. */
export function isPrivate(address: string): boolean {
  return isIn(ours, address);
}

/** Addresses nobody may be sent to, also when the operator lists them. */
export function isForbidden(address: string): boolean {
  return isIn(never, address);
}

function isIn(list: BlockList, address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return list.check(mapped, isIPv4(mapped) ? 'ipv4' : 'ipv6');
}

function listOf(ranges: readonly Range[]): BlockList {
  const list = new BlockList();
  for (const [net, bits] of ranges) list.addSubnet(net, bits, isIPv4(net) ? 'ipv4' : 'ipv6');
  return list;
}

function block(net: string, bits: number): Range {
  return [net, bits];
}
