#!/usr/bin/env perl
# The promise type `@NAME@`: the promiser is a file that holds the text of the attribute `content`.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use VowModule;

sub evaluate {
    my ($self, $promise) = @_;
    my ($path, $wanted) = ($promise->{promiser}, $promise->{attributes}{content});
    my $found = VowModule::read_file($path);
    return $self->kept("'$path' is as promised") if defined $found && $found eq $wanted;
    return if $self->would("write '$path'", path => $path);
    VowModule::write_file($path, $wanted, 0644) or return $self->not_kept("Cannot write '$path': $!");
    $self->repaired("Wrote '$path'");
}

VowModule->new(
    name => '@NAME@',
    version => '0.1',
    summary => 'keeps the text of a file',
    promiser => {pattern => '/.+', summary => 'the file, an absolute path'},
    attributes => [content => {required => 1, summary => 'the text of the file'}],
    evaluate => \&evaluate,
)->serve;
