# The promise type `download`, whose attributes depend on each other: see download.yaml.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../../../modules/sdk/perl";
use VowModule;

VowModule->new(
    name => 'download', version => '1.0', summary => 'keeps files',
    attributes => [
        url => {},
        path => {},
        text => {},
        sha256 => {pattern => '[0-9a-f]+'},
        force => {type => 'bool'},
        insecure => {type => 'bool'},
        perms => {
            type => 'body', summary => 'of the file',
            attributes => [
                mode => {required => 1, pattern => '[0-7]+'},
                owner => {default => 'root'},
                group => {},
                strict => {type => 'bool'},
                label => {pattern => '[a-z]+', secret => 1},
            ],
            rules => [
                {with => ['group'], needs => ['owner'], summary => 'it has none alone'},
                {with => ['owner', 'strict'], excludes => ['group']},
            ],
        },
    ],
    rules => [
        {needs => ['url', 'path', 'text']},
        {with => ['url'], excludes => ['path', 'text']},
        {with => ['sha256'], needs => ['url'], summary => 'it is the digest of a download'},
        {with => ['force', 'url'], needs => ['sha256', 'insecure'], summary => 'what is forced is checked'},
        {with => ['insecure'], excludes => ['sha256']},
    ],
    evaluate => sub {
        my ($self, $promise) = @_;
        my $perms = $promise->{attributes}{perms};
        $self->result_class("owner_$perms->{owner}") if $perms;
        $self->kept;
    },
)->serve;
